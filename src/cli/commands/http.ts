import { config as configureZod } from 'zod/v4/core';
import { serveHttp } from '../../app/serve-http.ts';
import { textOption, type Command } from '../command/command.ts';
import { printJson } from '../output/print.ts';

export const http: Command = {
  usage: 'http [--listen 127.0.0.1:3917] [options]',
  about: `MCP over Streamable HTTP at /mcp, with /healthz (alive) and /readyz (state and platform reachable). The first line on stdout is {"url": "http://…/mcp"}.
Only this machine may connect, unless VISIBILITY_HTTP_TOKEN is set: then every request must carry it as a bearer token.
With --auth oauth, callers sign in once with their platform token, and hosts get tokens of this server.
With --auth platform, every request carries its caller's own platform token, and callers see nothing of each other.
A caller may narrow what the operator allows: headers Visibility-Budget, Visibility-Read-Only, Visibility-Toolsets.
With VISIBILITY_EVENTS_SECRET, the platform's signed deliveries are received at /events, so that waits for jobs end at once. --metrics-listen serves /metrics for Prometheus on a separate address, which the first line then also names.`,
  options: {
    listen: { value: 'HOST:PORT', says: 'where to listen, default 127.0.0.1:3917; port 0 takes a free one' },
  },
  ofSeveral: true,
  async run(invocation) {
    // A server validates the same kinds of messages repeatedly, so compiling their schemas is worthwhile.
    configureZod({ jitless: false });
    const { config, clock, stop } = invocation;
    const address = textOption(invocation, 'listen') ?? '127.0.0.1:3917';
    await serveHttp(config, { address, clock, stop, announce: printJson });
    return 0;
  },
};
