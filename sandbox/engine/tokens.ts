import { numbered } from './documents.ts';

/** The user and team of a token. */
export interface Caller {
  readonly token: string;
  readonly user: number;
  readonly email: string;
  readonly team: number;
  readonly role: 'owner' | 'admin' | 'member';
  /** Administrator of the platform, on top of any team role (docs/platform/authentication.md#administrators). */
  readonly admin: boolean;
  /** The program that sent the request, by its own name. */
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

/**
 * The tokens of every sandbox, with the roles they start in. Tokens are no API operation
 * (docs/platform/authentication.md#tokens), so there is a fixed set.
 */
const callers = (
  [
    ['sandbox-owner', 'owner@nordlicht.example', 1, 'owner'],
    ['sandbox-member', 'member@nordlicht.example', 1, 'member'],
    ['sandbox-guest', 'guest@gasthof.example', 2, 'owner'],
    ['sandbox-admin', 'admin@platform.example', 3, 'owner'],
  ] as const
).map(([token, email, team, role], n) => {
  const user = numbered('user', n + 1);
  return { token, user, email, team, role, admin: token === 'sandbox-admin' };
});

const byToken: ReadonlyMap<string, Omit<Caller, 'agent'>> = new Map(callers.map((caller) => [caller.token, caller]));

/** The caller of an `Authorization` header, or undefined. */
export function callerOf(header: string | undefined): Omit<Caller, 'agent'> | undefined {
  const [, token] = /^Bearer\s+(\S+)\s*$/i.exec(header ?? '') ?? [];
  return token === undefined ? undefined : byToken.get(token);
}
