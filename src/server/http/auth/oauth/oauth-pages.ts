import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { readBudget } from '../../../../client/money/parse-budget.ts';
import { isLoopback } from '../../../../base/parse-api-url.ts';
import { SettingError } from '../../../../base/setting-error.ts';
import type { Pages } from '../../http-options.ts';
import { pathOf } from '../../request-head.ts';
import type { IdentifiedToken } from '../platform-authenticator.ts';
import { shownClientName, type AuthorizationServer } from './create-authorization-server.ts';
import { askedScopes, grantableScopes } from './normal-request.ts';
import { accountPage, type AccountView } from '../../pages/account-page.ts';
import { problemPage } from '../../pages/notice-page.ts';
import { languageOf, pageHeaders, serviceName, type Language } from '../../pages/page.ts';
import { accountSignInPage, signInPage, type SignInForm } from '../../pages/sign-in-page.ts';
import { words, type Problem } from '../../pages/words.ts';
import { scopes } from '../../../../catalog/scopes.ts';
import type { Connection } from './documents.ts';
import { hashed } from './sealer.ts';

export interface OAuthPagesParts {
  readonly server: AuthorizationServer;
  /** Looks up whose platform token it is. `sender`: the address that it came from. */
  readonly identify: (token: string, sender: string | undefined) => Promise<IdentifiedToken>;
  /** Limits, spending and jobs, as shown to a person. */
  readonly overview: (person: Person) => Promise<Pick<AccountView, 'limits' | 'jobs'>>;
}

type Person = Pick<Connection, 'caller' | 'access' | 'token'>;

/** The values of a form that is shown again. The token has to be entered again. */
type FilledIn = Pick<SignInForm, 'budget' | 'readOnly'>;

/** Why a token did not identify a person. */
interface Unidentified {
  readonly status: number;
  readonly problem: Problem;
}

/** Milliseconds that a browser stays signed in at `/account`. */
const accountMs = 15 * 60_000;
const accountCookie = 'visibility_account';

const metadataPaths = new Set(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp']);
const signInPath = '/oauth/signin/';
const libraryPaths = new Set(['/.well-known/oauth-authorization-server', '/.well-known/openid-configuration']);

/** The pages for people; the library behind them implements the protocol. */
export function createOAuthPages(parts: OAuthPagesParts): Pages {
  const { server } = parts;
  const { publicUrl, clock, provider, sealer, connections, resource } = server;
  const isSecure = publicUrl.startsWith('https:');

  return {
    serves: (path) =>
      metadataPaths.has(path) || libraryPaths.has(path) || path === '/account' || path.startsWith('/oauth/'),
    async handle(request, response) {
      const path = pathOf(request);
      if (metadataPaths.has(path)) return metadata(response);
      if (path !== '/account' && !path.startsWith(signInPath)) return server.handle(request, response);
      try {
        await (path === '/account' ? account(request, response) : signIn(request, response));
      } catch (error) {
        // The sign-in has expired, or was started in another browser.
        const isExpired = error instanceof Error && error.name === 'SessionNotFound';
        if (!isExpired) server.onError(error);
        show(
          response,
          isExpired ? 400 : 500,
          problemPage(languageOf(request.headers), isExpired ? 'expired' : 'failed'),
        );
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
        resource_name: serviceName,
      }),
    );
  }

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { uid, params, session, prompt, lastSubmission } = await provider.interactionDetails(request, response);
    const consented = (lastSubmission as { readonly consent?: { readonly grantId: string } } | undefined)?.consent;
    // The person has already agreed, but the library still requires something: asking again would never end.
    if (consented) {
      await server.store.removeGrant(hashed(consented.grantId));
      return provider.interactionFinished(request, response, {
        error: 'invalid_request',
        error_description: `The sign-in cannot grant what was asked for: ${prompt.reasons.join(', ')}`,
      });
    }
    const client = await provider.Client.find(String(params['client_id']));
    const redirect = URL.parse(String(params['redirect_uri']));
    const requestedScopes = askedScopes(params['scope']);
    const language = languageOf(request.headers);
    const signedIn = prompt.name === 'consent' && session ? await personOf(session.accountId) : undefined;
    const form = {
      clientName: shownClientName(client ?? { clientId: String(params['client_id']) }),
      answersTo: answersTo(redirect, words[language]),
      scopes: requestedScopes,
      csrf: sealer.mac('signin', uid),
      known: signedIn !== undefined,
    };
    const again = (status: number, problem?: Problem, filled: FilledIn = { budget: '', readOnly: false }): void =>
      show(response, status, signInPage(language, { ...form, ...filled, problem }), originOf(redirect));
    if (request.method === 'GET') return again(200);
    const submitted = request.method === 'POST' ? await readForm(request) : undefined;
    if (!submitted || !sealer.isMac('signin', uid, submitted.get('csrf') ?? '')) return again(403, 'foreign-form');
    if (submitted.get('decision') !== 'allow')
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: 'The person denied the request',
      });
    const [budget, readOnly] = [(submitted.get('budget') ?? '').trim(), submitted.get('read_only') === 'true'];
    if (!isBudget(budget)) return again(400, 'bad-budget', { budget, readOnly });
    const person = signedIn ?? (await personWith(submitted, request));
    if ('problem' in person) return again(person.status, person.problem, { budget, readOnly });
    const grant = new provider.Grant({ accountId: person.caller, clientId: String(params['client_id']) });
    grant.addResourceScope(resource, requestedScopes.join(' '));
    // The library asks for consent again unless the grant has every scope that was asked for and that its metadata names.
    const asked = String(params['scope']).split(' ');
    grant.addOIDCScope(grantableScopes.filter((one) => asked.includes(one)).join(' '));
    const grantId = await grant.save();
    await connections.keep({
      ...person,
      grant: grantId,
      client: String(params['client_id']),
      clientName: form.clientName,
      redirectHost: form.answersTo,
      scopes: requestedScopes,
      budget,
      readOnly,
      since: clock.now(),
    });
    await keepPerson(person);
    await provider.interactionFinished(request, response, {
      login: { accountId: person.caller },
      consent: { grantId },
    });
  }

  async function account(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const language = languageOf(request.headers);
    const person = signedIn(request);
    const csrf = sealer.mac('account', person?.caller ?? 'nobody');
    if (request.method === 'GET')
      return show(
        response,
        200,
        person ? await overviewPage(language, person, csrf) : accountSignInPage(language, { csrf }),
      );
    const submitted = request.method === 'POST' ? await readForm(request) : undefined;
    // The cookies of this page are sent only from the page itself (SameSite=Strict), and the entry refuses forms of other
    // origins.
    if (!submitted || !sealer.isMac('account', person?.caller ?? 'nobody', submitted.get('csrf') ?? ''))
      return show(
        response,
        403,
        accountSignInPage(language, { csrf: sealer.mac('account', 'nobody'), problem: 'foreign-form' }),
      );
    if (person && submitted.has('sign_out')) {
      await server.endSession(request, response);
      await server.store.remove('Person', person.caller);
      return leadTo(response, '/account', [cookie('', 0)]);
    }
    if (person) {
      await connections.revoke(person.caller, submitted.get('revoke') ?? '');
      return leadTo(response, '/account');
    }
    const identified = await personWith(submitted, request);
    if ('problem' in identified)
      return show(response, identified.status, accountSignInPage(language, { csrf, problem: identified.problem }));
    const sealed = sealer.seal('account', { ...identified, until: clock.now() + accountMs });
    leadTo(response, '/account', [cookie(sealed, accountMs / 1000)]);
  }

  async function overviewPage(language: Language, person: Person, csrf: string): Promise<string> {
    const [list, overview] = await Promise.all([connections.list(person.caller), parts.overview(person)]);
    return accountPage(language, { ...overview, csrf, connections: list });
  }

  /** The person that the token in a form belongs to. */
  async function personWith(form: URLSearchParams, request: IncomingMessage): Promise<Person | Unidentified> {
    const token = form.get('token')?.trim() ?? '';
    if (!/^[\x21-\x7e]{1,4096}$/.test(token)) return { status: 400, problem: 'no-token' };
    const { owner, access } = await parts.identify(token, request.socket.remoteAddress);
    if (owner.kind === 'known') return { caller: owner.caller, access, token };
    return owner.kind === 'unreachable'
      ? { status: 503, problem: 'platform-unreachable' }
      : { status: 400, problem: 'unknown-token' };
  }

  async function keepPerson(person: Person): Promise<void> {
    const expiresAt = clock.now() + 8 * 3_600_000;
    await server.store.put('Person', person.caller, sealer.seal('Person', person), { expiresAt });
  }

  async function personOf(caller: string): Promise<Person | undefined> {
    return sealer.open('Person', (await server.store.find('Person', caller))?.payload) as Person | undefined;
  }

  function signedIn({ headers }: IncomingMessage): Person | undefined {
    const sealed = new RegExp(`(?:^|; )${accountCookie}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1];
    const person = sealer.open('account', sealed) as (Person & { until: number }) | undefined;
    return person && person.until > clock.now() ? person : undefined;
  }

  function cookie(value: string, seconds: number): string {
    return `${accountCookie}=${value}; Path=/account; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
  }
}

function show(response: ServerResponse, status: number, html: string, redirectTo?: string): void {
  if (!response.headersSent) response.writeHead(status, pageHeaders(redirectTo)).end(html);
}

const leadTo = (response: ServerResponse, location: string, cookies: string[] = []): void =>
  void response.writeHead(303, { ...pageHeaders(), location, 'set-cookie': cookies }).end();

/** The recipient of the answer, in words for a person. Any application may have claimed a private-use scheme. */
function answersTo(
  redirect: URL | null,
  { application, thisComputer }: Pick<(typeof words)['en'], 'application' | 'thisComputer'>,
): string {
  if (!redirect || !['http:', 'https:'].includes(redirect.protocol))
    return application(redirect?.protocol.slice(0, -1) ?? '?');
  return isLoopback(redirect.hostname) ? `${redirect.host} ${thisComputer}` : redirect.host;
}

/** The fields of a form. Undefined for a body that is no form. Its size was limited before. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | undefined> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '')) return undefined;
  return new URLSearchParams(await text(request));
}

/** The target to which a form may redirect, for the policy of its page: an origin, or the scheme if the address has no origin. */
const originOf = (redirect: URL | null): string | undefined =>
  redirect ? (redirect.origin === 'null' ? redirect.protocol : redirect.origin) : undefined;

function isBudget(text: string): boolean {
  try {
    readBudget(text === '' ? undefined : text);
    return true;
  } catch (error) {
    if (error instanceof SettingError) return false;
    throw error;
  }
}
