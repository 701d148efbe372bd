import {
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  type Server,
  type StandardSchemaV1,
} from '@modelcontextprotocol/server';

/** Name of the MCP extension with which hosts read skills from a server (SEP-2640). */
export const skillsExtension = 'io.modelcontextprotocol/skills';

/** Skills are files of this package: the same for every caller, as long as the server runs. */
const unchanging = { resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Serves `skills/list`, in one page, and `skills/get`. The files are ordinary resources. */
export function serveSkills(server: Server): void {
  const entries = async () => (await import('../../resources/index.ts')).readSkills().map(({ entry }) => entry);
  server.setRequestHandler('skills/list', { params: anyParams }, async (): Promise<Result> => {
    return { ...unchanging, skills: await entries() };
  });
  server.setRequestHandler('skills/get', { params: anyParams }, async ({ uri }): Promise<Result> => {
    const skill = (await entries()).find((one) => one.uri === uri);
    if (skill) return { ...unchanging, skill };
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `No skill is served at ${String(uri).slice(0, 200).toWellFormed()}`,
    );
  });
}

/** Schema that takes any parameters. Written by hand, since zod is not loaded for a host that only lists tools. */
const anyParams: StandardSchemaV1<unknown, { readonly uri?: unknown }> = {
  '~standard': {
    version: 1,
    vendor: 'visibility-mcp',
    validate: (value) => ({ value: typeof value === 'object' && value !== null ? value : {} }),
  },
};
