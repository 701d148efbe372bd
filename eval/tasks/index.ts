import type { Task } from '../task.ts';
import { auditing } from './audits.ts';
import { conflicts } from './conflicts.ts';
import { content } from './content.ts';
import { laterCosts } from './later-costs.ts';
import { lookups } from './lookups.ts';
import { many } from './many.ts';
import { tracking } from './tracking.ts';
import { traps } from './traps.ts';
import { undoing } from './undoing.ts';
import { workspace } from './workspace.ts';

export const tasks: readonly Task[] = [
  ...lookups,
  ...content,
  ...auditing,
  ...tracking,
  ...workspace,
  ...laterCosts,
  ...undoing,
  ...traps,
  ...conflicts,
  ...many,
];
