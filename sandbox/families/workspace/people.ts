import { keyedKind, numbered } from '../../engine/documents.ts';

/** A user in a team, as everybody there sees them. By the id of the user. */
export interface Member {
  name: string;
  email: string;
  role: 'owner' | 'admin' | 'member';
  last_active_at: string | null;
}

export const members = keyedKind<Member>('team_member');

/** Everybody in a new sandbox: those behind its tokens, and colleagues without one. */
export const people: readonly (Omit<Member, 'last_active_at'> & { readonly id: number; readonly team: number })[] = [
  { id: numbered('user', 1), team: 1, role: 'owner', name: 'Nora Nordlicht', email: 'owner@nordlicht.example' },
  { id: numbered('user', 2), team: 1, role: 'member', name: 'Malte Muster', email: 'member@nordlicht.example' },
  { id: numbered('user', 5), team: 1, role: 'admin', name: 'Ada Beispiel', email: 'ada@nordlicht.example' },
  { id: numbered('user', 3), team: 2, role: 'owner', name: 'Gesa Gasthof', email: 'guest@gasthof.example' },
  { id: numbered('user', 6), team: 2, role: 'member', name: 'Kim Koch', email: 'kitchen@gasthof.example' },
  { id: numbered('user', 4), team: 3, role: 'owner', name: 'Otto Office', email: 'admin@platform.example' },
];
