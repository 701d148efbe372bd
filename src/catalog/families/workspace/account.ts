import * as z from 'zod';
import { count, email, flag, id, text } from '../../vocabulary/fields.ts';
import { assumed, del, family, get, limit, minute, one, put, rule } from '../../vocabulary/index.ts';

const categories = { reports: flag, tracking_alerts: flag, job_results: flag };

/** Categories that cannot be switched off are passed over by the platform, so they are no error here either. */
const categoryFlags = z.looseObject(z.object(categories).partial().shape);

const preferences = {
  email: z.looseObject(categories),
  inapp: z.looseObject(categories),
  locked: z.looseObject({ billing: flag, security: flag, team: flag }).describe('Always on'),
};

/** docs/platform/limits.md#special-limits: password change and session termination share it. */
const limits = [limit('account', 10, minute)];

/** Rules: docs/platform/workspace.md#account. */
export const account = family(
  'account',
  "The token's own user: profile, password, sessions, notifications",
  { words: 'me profile user settings login me myself my login' },
  () => ({
    get: get('/account', {
      does: 'Show who the token belongs to',
      asked:
        'whoami me profile user, who am I, my name and email, my account data details, is two-factor 2fa on, my user profile, verified email, login method',
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
      asked: 'credentials security login, set a new password for my login, new login credentials',
      output: assumed({ message: text }),
      example: { current_password: 'sandbox-password' },
      input: { current_password: text, password: text, password_confirmation: text },
      rules: [
        rule(
          'password_confirmation',
          'must repeat password',
          (args) => args['password'] === args['password_confirmation'],
        ),
      ],
      limits,
      refuses: { 422: 'for a wrong current password, or an account that signs in through another provider' },
    }),
    end_sessions: del('/account/sessions', {
      does: "End the user's other sessions",
      changes: 'Other devices have to sign in again.',
      asked:
        'log out everywhere devices sign out, log me out everywhere on all other devices, somebody has my laptop, terminate other logins, sign out elsewhere, someone else is using my login',
      output: { message: text, deleted: count },
      limits,
    }),
    notification_preferences: get('/account/notification-preferences', {
      does: 'Show which notifications arrive by e-mail and in the application',
      asked: 'alerts mails settings, which emails alerts do I get, email and in-app settings',
      output: one(preferences),
    }),
    update_notification_preferences: put('/account/notification-preferences', {
      does: 'Switch notifications on or off; what is locked stays as it is',
      changes: 'Embedded platform: only the switches given change.',
      asked:
        'alerts mails mute unsubscribe settings, do not want emails any more, stop sending me mails, mute unsubscribe alerts, turn off report mails, opt out, too many mails from you',
      input: { email: categoryFlags.optional(), inapp: categoryFlags.optional() },
      output: one(preferences),
    }),
  }),
);
