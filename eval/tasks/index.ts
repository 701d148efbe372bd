import type { Task } from '../task.ts';
import { auditing } from './audits.ts';
import { content } from './content.ts';
import { lookups } from './lookups.ts';
import { tracking } from './tracking.ts';
import { traps } from './traps.ts';
import { workspace } from './workspace.ts';

export const tasks: readonly Task[] = [...lookups, ...content, ...auditing, ...tracking, ...workspace, ...traps];
