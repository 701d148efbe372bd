import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  OAuthError,
  OAuthErrorCode,
  originValidationResponse,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import { refusalResponse } from './refusal.ts';

/** Headers by which a sender is allowed: a proxy may have checked one of several values while this server reads another. */
const onceAtMost = ['host', 'origin', 'authorization'];

/**
 * Refuses requests by their Host and Origin. A server that listens only for this machine takes names of this machine, so that no web page
 * reaches it through a rebound DNS name (MCP transports, "Security Warning"). A server that other machines reach does not know its names:
 * there a browser's Origin must match the Host that it called.
 *
 * @returns the refusal, if there is one
 */
export function senderCheck(
  loopbackOnly: boolean,
  publicUrl: string | undefined,
): (request: Request, incoming: IncomingMessage) => Response | undefined {
  const ownNames = publicUrl === undefined ? [] : [new URL(publicUrl).hostname];
  const [hosts, origins] = [
    [...localhostAllowedHostnames(), ...ownNames],
    [...localhostAllowedOrigins(), ...ownNames],
  ];
  return (request, incoming) => {
    const repeated = repeatedHeader(incoming.rawHeaders);
    if (repeated) return refusalResponse({ status: 400, message: `More than one ${repeated} header` });
    return loopbackOnly
      ? (hostHeaderValidationResponse(request, hosts) ?? originValidationResponse(request, origins))
      : originValidationResponse(request, [new URL(request.url).hostname]);
  };
}

function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  return onceAtMost.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
}

/** Refuses requests without the operator's token. */
export function tokenCheck(token: () => string): (request: Request) => Promise<Response | undefined> {
  const expected = digest(token());
  const check = requireBearerAuth({
    verifier: {
      async verifyAccessToken(given) {
        if (!timingSafeEqual(expected, digest(given)))
          throw new OAuthError(OAuthErrorCode.InvalidToken, 'The token is wrong');
        return { token: '', clientId: 'operator', scopes: [], expiresAt: Infinity };
      },
    },
  });
  return async (request) => {
    const checked = await check(request);
    return checked instanceof Response ? checked : undefined;
  };
}

/** A hash, so that the compared values have equal lengths and comparing always takes the same time. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
