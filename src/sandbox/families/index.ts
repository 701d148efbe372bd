import type { Implementation } from '../implementation.ts';
import { articleFamily } from './articles.ts';
import { credits } from './credits.ts';
import { fileFamily } from './files.ts';
import { projectFamily } from './projects.ts';
import { storylineFamily } from './storylines.ts';

/** Every family the sandbox carries out. Seeds run in this order: projects before what hangs off them. */
export const implementations: readonly Implementation[] = [projectFamily, articleFamily, storylineFamily, fileFamily, credits];
