import * as z from 'zod';
import { count, email, flag, id, text } from '../../fields.ts';
import { del, family, get, limit, minute, one, put, rule, assumed } from '../../operation.ts';

const categories = { reports: flag, tracking_alerts: flag, job_results: flag };

/** Categories that cannot be switched off are passed over by the platform, so they are no error here either. */
const wanted = z.looseObject(z.object(categories).partial().shape);

const preferences = {
  email: z.looseObject(categories),
  inapp: z.looseObject(categories),
  locked: z.looseObject({ billing: flag, security: flag, team: flag }).describe('Always on'),
};

/** Document 1, "Rate limits": password change and session termination share it. */
const limits = [limit('account', 10, minute)];

/** Document 3, "Account, team, billing". */
export const account = family(
  'account',
  "The token's own user: profile, password, sessions, notifications",
  { words: 'me profile user settings login' },
  () => ({
    get: get('/account', {
      does: 'Show who the token belongs to',
      words: 'whoami me profile user',
      output: {
        id,
        name: text,
        email,
        email_verified: flag,
        two_factor_enabled: flag,
        auth_provider: text.nullable(),
        pending_email: email.nullable(),
      },
    }),
    change_password: put('/account/password', {
      does: 'Change the password; needs the current one',
      words: 'credentials security login',
      output: assumed({ message: text }),
      example: { current_password: 'sandbox-password' },
      input: { current_password: text, password: text, password_confirmation: text },
      rules: [
        rule(
          'password_confirmation',
          'must repeat password',
          (given) => given['password'] === given['password_confirmation'],
        ),
      ],
      limits,
      refuses: { 422: 'for a wrong current password, or an account that signs in through another provider' },
    }),
    end_sessions: del('/account/sessions', {
      does: "End the user's other sessions",
      changes: 'Other devices have to sign in again.',
      words: 'log out everywhere devices sign out',
      output: { message: text, deleted: count },
      limits,
    }),
    notification_preferences: get('/account/notification-preferences', {
      does: 'Show which notifications arrive by e-mail and in the application',
      words: 'alerts mails settings',
      output: one(preferences),
    }),
    update_notification_preferences: put('/account/notification-preferences', {
      does: 'Switch notifications on or off; what is locked stays as it is',
      changes: 'Only the switches given change.',
      words: 'alerts mails mute unsubscribe settings',
      input: { email: wanted.optional(), inapp: wanted.optional() },
      output: one(preferences),
    }),
  }),
);
