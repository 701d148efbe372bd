import { existing, type Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { keyedKind, type Row } from '../../engine/documents.ts';
import { people } from './people.ts';
import { invalid, refuse } from '../../engine/http/refusal.ts';

interface Account {
  name: string;
  email: string;
  auth_provider: string | null;
  password: string;
  /** Sessions other than the token's own. */
  sessions: number;
  /** Categories switched off, as `channel.category`: only these are stored. */
  off: string[];
}

/** By the id of the user. */
const accounts = keyedKind<Account>('account');

const channels = ['email', 'inapp'] as const;
const categories = ['reports', 'tracking_alerts', 'job_results'] as const;

/** Rules: docs/platform/workspace.md#account. */
export const accountFamily = implement('account', {
  openWithoutTeam: true,
  operations: {
    get: (call) => {
      const { id, body } = mine(call);
      const { name, email, auth_provider } = body;
      return { id, name, email, email_verified: true, two_factor_enabled: false, auth_provider, pending_email: null };
    },
    change_password: (call) => {
      const row = mine(call);
      if (row.body.auth_provider !== null)
        throw refuse(422, 'This account signs in through another provider and has no password.');
      if (row.body.password !== call.input.current_password) {
        throw invalid({ current_password: ['The current_password field is not the current password.'] });
      }
      row.body.password = call.input.password;
      return { message: 'The password is changed.' };
    },
    end_sessions: (call) => {
      const row = mine(call);
      const deleted = row.body.sessions;
      row.body.sessions = 0;
      return { message: 'All other sessions are ended.', deleted };
    },
    notification_preferences: (call) => preferences(mine(call).body),
    update_notification_preferences: (call) => {
      const row = mine(call);
      for (const channel of channels) {
        for (const [category, wanted] of Object.entries(call.input[channel] ?? {})) {
          if (!categories.includes(category as (typeof categories)[number])) continue;
          const others = row.body.off.filter((one) => one !== `${channel}.${category}`);
          row.body.off = wanted === false ? [...others, `${channel}.${category}`] : others;
        }
      }
      return preferences(row.body);
    },
  },

  seed: ({ add }) => {
    for (const { id, team, name, email } of people) {
      const auth_provider = team === 2 ? 'google' : null;
      add(accounts, { name, email, auth_provider, password: 'sandbox-password', sessions: 2, off: [] }, { team, id });
    }
  },
});

const mine = (call: Call): Row<Account> => existing(call, accounts, call.caller.user);

function preferences({ off }: Account) {
  const of = (channel: (typeof channels)[number]) => ({
    reports: !off.includes(`${channel}.reports`),
    tracking_alerts: !off.includes(`${channel}.tracking_alerts`),
    job_results: !off.includes(`${channel}.job_results`),
  });
  return { email: of('email'), inapp: of('inapp'), locked: { billing: true, security: true, team: true } };
}
