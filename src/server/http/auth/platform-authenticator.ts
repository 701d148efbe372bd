import type { IncomingHttpHeaders } from 'node:http';
import type { Clock, Quota } from '../../../base/index.ts';
import { tryLater, type HttpRefusal } from '../refusal.ts';
import { bearerToken, type Authenticator, type Credentials } from './authenticator.ts';
import { readNarrowing } from './narrowing.ts';

/** A platform token after its lookup. */
export interface IdentifiedToken {
  readonly owner: TokenOwner;
  /** The keyed hash that stands for the token. */
  readonly access: string;
}

/** The platform's answer about a token. */
export type TokenOwner =
  | { readonly kind: 'known'; readonly caller: string }
  | { readonly kind: 'refused' }
  /** The platform could not be asked, or the store of this server cannot be used. */
  | { readonly kind: 'unreachable' };

export interface PlatformAuthenticatorDependencies {
  readonly clock: Clock;
  /**
   * Limits the lookups of unknown tokens, so that requests of strangers cannot exhaust the platform's rate. Tokens that were
   * known before do not count, so that strangers cannot keep their owners out.
   */
  readonly lookups: Quota;
  /** The keyed hash that stands for a token. */
  readonly accessOf: (token: string) => Promise<string>;
  /** Asks the platform whose token it is. */
  readonly lookUp: (token: string, access: string) => Promise<TokenOwner>;
}

/** Milliseconds for which an answer of the platform is cached: a revoked token works no longer than that. */
const knownMs = 60_000;
const refusedMs = 5_000;

/** Maximum number of cached answers: requests of strangers must not exhaust memory. */
const maxCached = 10_000;

interface CachedAnswer {
  readonly owner: TokenOwner;
  readonly until: number;
}

/** The bearer token of each request is the caller's platform token. Its owner is looked up once a minute. */
export class PlatformAuthenticator implements Authenticator {
  readonly #dependencies: PlatformAuthenticatorDependencies;
  readonly #answers = new Map<string, CachedAnswer>();
  readonly #lookups = new Map<string, Promise<TokenOwner>>();
  /** Tokens that the platform knew at their last lookup, the most recent one last. */
  readonly #confirmedTokens = new Set<string>();

  constructor(dependencies: PlatformAuthenticatorDependencies) {
    this.#dependencies = dependencies;
  }

  async admit(headers: IncomingHttpHeaders, sender?: string): Promise<Credentials | HttpRefusal> {
    const token = bearerToken(headers);
    if (token === undefined) return unauthorized;
    const narrowing = readNarrowing(headers);
    try {
      const { owner, access } = await this.identify(token, sender);
      if (owner.kind === 'known') return { caller: owner.caller, access, token: () => token, narrowing };
      return owner.kind === 'refused' ? unauthorized : notIdentified;
    } catch {
      return notIdentified;
    }
  }

  /**
   * The owner of a token, and the keyed hash of the token.
   * @param sender the address that it came from
   */
  async identify(token: string, sender?: string): Promise<IdentifiedToken> {
    const access = await this.#dependencies.accessOf(token);
    return { owner: await this.#ownerOf(token, access, sender), access };
  }

  async #ownerOf(token: string, access: string, sender: string | undefined): Promise<TokenOwner> {
    const { lookups, clock, lookUp } = this.#dependencies;
    const cached = this.#answers.get(access);
    if (cached && cached.until > clock.steady()) return cached.owner;
    const running = this.#lookups.get(access);
    if (running) return running;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    if (!this.#confirmedTokens.has(access) && lookups.take(1, sender, over) !== 'taken') return { kind: 'unreachable' };
    const lookup = lookUp(token, access).finally(() => {
      this.#lookups.delete(access);
      resolve();
    });
    this.#lookups.set(access, lookup);
    const owner = await lookup;
    if (owner.kind === 'known' || owner.kind === 'refused') this.#cache(access, owner);
    return owner;
  }

  #cache(access: string, owner: TokenOwner): void {
    const now = this.#dependencies.clock.steady();
    this.#confirmedTokens.delete(access);
    if (owner.kind === 'known') this.#confirmedTokens.add(access);
    this.#answers.delete(access);
    this.#answers.set(access, { owner, until: now + (owner.kind === 'known' ? knownMs : refusedMs) });
    for (const cache of [this.#confirmedTokens, this.#answers]) {
      // A Map lists its keys oldest first.
      for (const oldest of cache.keys()) if (cache.size > maxCached) cache.delete(oldest);
    }
  }
}

const unauthorized: HttpRefusal = {
  status: 401,
  message: 'A platform token is needed, as a bearer token',
  headers: { 'www-authenticate': 'Bearer' },
};

const notIdentified = tryLater(503, 'The platform or the store of this server cannot be asked whose token this is', 5);
