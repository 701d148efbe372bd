import type { Implementation } from '../implementation.ts';
import { agenticChatFamily } from './agentic-chat.ts';
import { articleFamily } from './articles.ts';
import { credits } from './credits.ts';
import { fileFamily } from './files.ts';
import { groundingFamily } from './grounding.ts';
import { ingestFamily } from './ingest.ts';
import { keywordFamily } from './keywords.ts';
import { projectFamily } from './projects.ts';
import { storylineFamily } from './storylines.ts';
import { trackingFamily } from './tracking.ts';

/** Every family the sandbox carries out. Seeds run in this order: projects before what hangs off them. */
export const implementations: readonly Implementation[] = [
  projectFamily,
  articleFamily,
  keywordFamily,
  storylineFamily,
  fileFamily,
  credits,
  trackingFamily,
  ingestFamily,
  agenticChatFamily,
  groundingFamily,
];
