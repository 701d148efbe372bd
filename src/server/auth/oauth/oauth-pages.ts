import { definedFields } from '../../../defined-fields.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SettingError } from '../../../config/setting-error.ts';
import { oneLine } from '../../../text/one-line.ts';
import type { HttpAdmission } from '../../http-entry/http-limits.ts';
import type { HttpRefusal } from '../../http-entry/http-refusal.ts';
import type { PageKind } from '../../http-entry/http-limits.ts';
import type { Pages } from '../../http-entry/page-entry.ts';
import { pathOf } from '../../http-entry/request-head.ts';
import type { Clock } from '../../../clock.ts';
import { readNarrowBudget } from '../narrowing.ts';
import type { TokenOwner } from '../platform-authenticator.ts';
import { answersTo } from './answers-to.ts';
import { askedScopes, routes, scopes, type AuthorizationServer } from './create-authorization-server.ts';
import { accountSignInPage, busyPage, escaped, htmlType, page, pageHeaders, signInPage, table } from './pages.ts';
import { readForm } from './read-form.ts';
import { SealedDocuments } from './sealed-documents.ts';

export interface OAuthPagesParts {
  readonly server: AuthorizationServer;
  readonly clock: Clock;
  readonly admission: HttpAdmission;
  readonly publicUrl: string;
  /** The owner of the platform token; `access` is a keyed hash of the token. */
  readonly identify: (
    token: string,
    sender: string | undefined,
  ) => Promise<{ readonly owner: TokenOwner; readonly access: string }>;
  /** Limits, spending and jobs as a person sees them. */
  readonly overview: (person: Person) => Promise<Overview>;
  readonly onError: (error: unknown) => void;
}

export interface Person {
  readonly caller: string;
  readonly access: string;
  readonly token: string;
}

export interface Overview {
  readonly limits: readonly { readonly limit: string; readonly spent: number; readonly left: number }[];
  readonly jobs: readonly { readonly job_id: string; readonly operation: string; readonly state: string }[];
}

/** Characters. */
const maxNameLength = 100;

/** Tokens tried in one sign-in, wrong ones included. */
const maxAttempts = 5;

/** Milliseconds for which they are remembered: as long as a sign-in lasts. */
const attemptsMs = 600_000;

/** Milliseconds that a browser stays signed in at `/account`. */
const accountMs = 15 * 60_000;
const accountCookie = 'visibility_account';

const metadataPaths = new Set(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']);
const signInPath = '/oauth/signin/';
const libraryPaths = new Set(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']);

function kindOf(path: string): PageKind {
  if (metadataPaths.has(path)) return 'constant';
  if (path.startsWith(routes.registration)) return 'registration';
  return isForPeople(path) ? 'people' : 'clients';
}

const isForPeople = (path: string): boolean =>
  path === '/account' || path.startsWith(signInPath) || path.startsWith(routes.authorization);

/** RFC 6749, section 5.2, for clients: the code for a server that is busy is that of section 4.1.2.1. */
function refusal(path: string, { status, message, headers = {} }: HttpRefusal): HttpRefusal {
  if (isForPeople(path))
    return {
      status,
      message,
      headers: { ...pageHeaders(), ...headers },
      body: { type: htmlType, text: busyPage(message) },
    };
  const error = status === 503 ? 'temporarily_unavailable' : 'invalid_request';
  const text = JSON.stringify({ error, error_description: message });
  return {
    status,
    message,
    headers: { 'cache-control': 'no-store', ...headers },
    body: { type: 'application/json', text },
  };
}

/** The pages for people, in front of the library that implements the protocol. */
export function createOAuthPages(parts: OAuthPagesParts): Pages {
  const { server, clock, admission, publicUrl } = parts;
  const { provider, sealer, connections, resource } = server;
  const documents = new SealedDocuments(server.store, sealer);
  const isSecure = publicUrl.startsWith('https:');

  return {
    serves: (path) =>
      metadataPaths.has(path) || libraryPaths.has(path) || path === '/account' || path.startsWith('/oauth/'),
    kindOf,
    refusal,
    async handle(request, response) {
      const path = pathOf(request);
      if (metadataPaths.has(path)) return metadata(response);
      if (path !== '/account' && !path.startsWith(signInPath)) return server.handle(request, response);
      try {
        await (path === '/account' ? account(request, response) : signIn(request, response));
      } catch (error) {
        // A sign-in that has expired, or that another browser began.
        const isExpired = error instanceof Error && error.name === 'SessionNotFound';
        if (!isExpired) parts.onError(error);
        const says = isExpired
          ? 'This sign-in has expired. Start again from your application.'
          : 'Something failed. Try again.';
        show(response, isExpired ? 400 : 500, page('Sign in', `<p role="alert">${says}</p>`));
      }
    },
  };

  /** RFC 9728. */
  function metadata(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=3600' }).end(
      JSON.stringify({
        resource,
        authorization_servers: [publicUrl],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Visibility',
      }),
    );
  }

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, params, session, prompt } = await provider.interactionDetails(request, response);
    const client = await provider.Client.find(String(params['client_id']));
    const redirect = URL.parse(String(params['redirect_uri']));
    const asked = askedScopes(params['scope']);
    const known = prompt.name === 'consent' && session ? await personOf(session.accountId) : undefined;
    const form = {
      // A client chose it: one line, without letters that hide or turn what follows.
      clientName: oneLine(client?.clientName ?? String(params['client_id']), maxNameLength),
      answersTo: answersTo(redirect),
      scopes: asked,
      csrf: sealer.mac('signin', uid),
      known: known !== undefined,
    };
    const again = (status: number, error?: string): void =>
      show(response, status, signInPage({ ...form, error: error || undefined }), originOf(redirect));
    if (request.method === 'GET') return again(200);
    const sent = request.method === 'POST' ? await readForm(request) : undefined;
    if (!sent || !sealer.isMac('signin', uid, sent.get('csrf') ?? ''))
      return again(403, 'The form was not sent by this page.');
    if (sent.get('decision') === 'deny')
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The person denied the request',
      });
    const budget = (sent.get('budget') ?? '').trim();
    const problem = budgetProblem(budget);
    if (problem) return again(400, problem);
    const count = (): Promise<number> => server.store.increment('Attempts', sealer.mac('attempts', uid), attemptsMs);
    const person =
      known ?? (await personWith(sent.get('token')?.trim() ?? '', request, async () => (await count()) <= maxAttempts));
    if ('problem' in person) return again(person.status, person.problem);
    const grant = new provider.Grant({ accountId: person.caller, clientId: String(params['client_id']) });
    grant.addResourceScope(resource, asked.join(' '));
    // The library counts them among its own as well, since its metadata names them.
    grant.addOIDCScope([...asked, 'offline_access'].join(' '));
    const grantId = await grant.save();
    await connections.keep({
      ...person,
      grant: grantId,
      client: String(params['client_id']),
      clientName: form.clientName,
      redirectHost: form.answersTo,
      scopes: asked,
      budget,
      readOnly: sent.get('read_only') === 'true',
      since: clock.now(),
    });
    await keepPerson(person);
    await provider.interactionFinished(
      request,
      response,
      { login: { accountId: person.caller }, consent: { grantId } },
      { mergeWithLastSubmission: true },
    );
  }

  async function account(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const person = signedIn(request);
    const csrf = sealer.mac('account', person?.caller ?? 'nobody');
    if (request.method === 'GET')
      return show(response, 200, person ? await overviewPage(person, csrf) : accountSignInPage(csrf));
    const sent = request.method === 'POST' ? await readForm(request) : undefined;
    // Cookies of this page are sent by it alone (SameSite=Strict), and the entry refuses forms of other origins.
    if (!sent || !sealer.isMac('account', person?.caller ?? 'nobody', sent.get('csrf') ?? ''))
      return show(
        response,
        403,
        accountSignInPage(sealer.mac('account', 'nobody'), 'The form was not sent by this page.'),
      );
    if (person && sent.has('sign_out')) return leadTo(response, '/account', cookie('', 0));
    if (person) {
      await connections.revoke(person.caller, sent.get('revoke') ?? '');
      return leadTo(response, '/account');
    }
    // Not counted by address: behind a proxy all people have the same one. Each wrong token is slow.
    const found = await personWith(sent.get('token')?.trim() ?? '', request);
    if ('problem' in found) return show(response, found.status, accountSignInPage(csrf, found.problem));
    leadTo(
      response,
      '/account',
      cookie(sealer.seal('account', { ...found, until: clock.now() + accountMs }), accountMs / 1000),
    );
  }

  async function overviewPage(person: Person, csrf: string): Promise<string> {
    const [list, { limits, jobs }] = await Promise.all([connections.list(person.caller), parts.overview(person)]);
    const button = (name: string, value: string, text: string, label = text): string =>
      `<form method="post"><input type="hidden" name="csrf" value="${escaped(csrf)}"><button type="submit" name="${name}" value="${escaped(value)}" aria-label="${escaped(label)}">${text}</button></form>`;
    const rows = list.map((one) => [
      escaped(one.clientName),
      escaped(one.redirectHost),
      escaped(one.scopes.join(', ')),
      escaped([one.budget, one.readOnly ? 'only reads' : ''].filter(Boolean).join('; ') || 'none'),
      escaped(new Date(one.since).toISOString().slice(0, 10)),
      button('revoke', one.grant, 'Revoke', `Revoke ${one.clientName}`),
    ]);
    return page(
      'Your account',
      `${table('Connections', ['Application', 'Answers go to', 'May', 'Limits', 'Since', 'End'], rows)}
${table(
  'Limits and spending',
  ['Limit', 'Spent', 'Left'],
  limits.map(({ limit, spent, left }) => [escaped(limit), String(spent), String(left)]),
)}
${table(
  'Jobs',
  ['Job', 'Operation', 'State'],
  jobs.map(({ job_id, operation, state }) => [escaped(job_id), escaped(operation), escaped(state)]),
)}
${button('sign_out', '1', 'Sign out')}`,
    );
  }

  /** The person a token belongs to; guesses are delayed, and limited per sign-in. */
  async function personWith(
    token: string,
    request: IncomingMessage,
    mayTry: () => Promise<boolean> = async () => true,
  ): Promise<Person | { readonly status: number; readonly problem: string }> {
    if (!/^[\x21-\x7e]{1,4096}$/.test(token)) return { status: 400, problem: 'Enter your platform token.' };
    if (!(await mayTry())) return { status: 429, problem: 'Too many attempts. Start again later.' };
    const { owner, access } = await parts.identify(token, request.socket.remoteAddress);
    if (owner.kind === 'known') return { caller: owner.caller, access, token };
    if (owner.kind === 'unreachable') return { status: 503, problem: 'The platform cannot be reached now. Try again.' };
    if (!(await admission.pause('guesses', request.socket.remoteAddress ?? '')))
      return { status: 429, problem: 'Too many attempts.' };
    return { status: 400, problem: 'The platform does not know this token.' };
  }

  async function keepPerson(person: Person): Promise<void> {
    const expiresAt = clock.now() + 8 * 3_600_000;
    await server.store.put('Person', person.caller, sealer.seal('Person', person), { expiresAt });
  }

  async function personOf(caller: string): Promise<Person | undefined> {
    return (await documents.find('Person', caller))?.value as Person | undefined;
  }

  function signedIn({ headers }: IncomingMessage): Person | undefined {
    const sealed = new RegExp(`(?:^|; )${accountCookie}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
    const found = sealed && (sealer.open('account', sealed)?.value as (Person & { until: number }) | undefined);
    return found && found.until > clock.now() ? found : undefined;
  }

  function cookie(value: string, seconds: number): string {
    return `${accountCookie}=${value}; Path=/account; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }
}

function show(response: ServerResponse, status: number, html: string, redirectTo?: string): void {
  if (!response.headersSent) response.writeHead(status, pageHeaders(redirectTo)).end(html);
}

const leadTo = (response: ServerResponse, location: string, cookie?: string): void =>
  void response.writeHead(303, { ...pageHeaders(), location, ...definedFields({ 'set-cookie': cookie }) }).end();

/** Targets that a form may redirect to. Custom schemes have no origin. */
const originOf = (redirect: URL | null): string | undefined =>
  redirect ? (redirect.origin === 'null' ? redirect.protocol : redirect.origin) : undefined;

function budgetProblem(budget: string): string | undefined {
  try {
    readNarrowBudget(budget === '' ? undefined : budget);
    return undefined;
  } catch (error) {
    if (error instanceof SettingError) return error.message;
    throw error;
  }
}
