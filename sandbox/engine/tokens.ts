import { numbered } from './kind.ts';

/** The user and team of a token. */
export interface Caller {
  readonly token: string;
  readonly user: number;
  readonly email: string;
  readonly team: number;
  readonly role: 'owner' | 'admin' | 'member';
  /** Administrator of the platform, on top of any team role (document 1, "Authentication", rule 4). */
  readonly admin: boolean;
  /** The program behind the request, as it calls itself. */
  readonly agent: string | null;
}

export interface Team {
  readonly id: number;
  readonly name: string;
}

/** The team of a caller without a token, and of a user who was removed from their team. */
export const noTeam = 0;

/** The teams of a new sandbox. */
export const teams: readonly Team[] = [
  { id: 1, name: 'Nordlicht Studio' },
  { id: 2, name: 'Gasthof Content' },
  { id: 3, name: 'Platform Office' },
];

/** The tokens of every sandbox, with the roles they start in. Tokens are no API operation (document 1, "Authentication", rule 2), so there is a fixed set. */
const callers: readonly Omit<Caller, 'agent'>[] = [
  {
    token: 'sandbox-owner',
    user: numbered('user', 1),
    email: 'owner@nordlicht.example',
    team: 1,
    role: 'owner',
    admin: false,
  },
  {
    token: 'sandbox-member',
    user: numbered('user', 2),
    email: 'member@nordlicht.example',
    team: 1,
    role: 'member',
    admin: false,
  },
  {
    token: 'sandbox-guest',
    user: numbered('user', 3),
    email: 'guest@gasthof.example',
    team: 2,
    role: 'owner',
    admin: false,
  },
  {
    token: 'sandbox-admin',
    user: numbered('user', 4),
    email: 'admin@platform.example',
    team: 3,
    role: 'owner',
    admin: true,
  },
];

const byToken = new Map(callers.map((caller) => [caller.token, caller]));

/** The caller of an `Authorization` header, or undefined. */
export function callerOf(header: string | undefined): Omit<Caller, 'agent'> | undefined {
  const [, token] = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '') ?? [];
  return token === undefined ? undefined : byToken.get(token);
}
