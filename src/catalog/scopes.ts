import { effects } from './vocabulary/basics.ts';

/** What an access token may allow: the effects of operations. */
export const scopes = effects;

export type Scope = (typeof scopes)[number];
