import type { Client } from '../../client/client.ts';
import { nearest } from '../nearest.ts';
import type { Fields } from '../projection/records.ts';
import { refuse } from '../refusal.ts';
import type { ToolContext } from '../tool.ts';
import { listAll } from './list-all.ts';
import { textOf } from './read-reply.ts';

/**
 * The id of the project a person means by its name, domain or id; without any, the team's only one.
 * @throws VisibilityError `invalid_arguments` with the candidates, where it is not exactly one.
 */
export async function resolveProject(client: Client, meant: string | undefined, context: Pick<ToolContext, 'signal'>): Promise<number> {
  if (meant !== undefined && /^\d+$/.test(meant.trim())) return Number(meant);
  const projects = await listAll(client, 'projects.list', {}, context);
  const candidates = meant === undefined ? projects : matching(projects, meant);
  const [only] = candidates;
  if (only && candidates.length === 1) return Number(only['id']);
  throw unclear(projects, candidates, meant);
}

/** Equal name or domain goes before one that holds what was said. */
function matching(projects: readonly Fields[], meant: string): Fields[] {
  const name = plain(meant);
  const host = hostOf(meant);
  const equal = projects.filter((project) => plain(textOf(project, 'name')) === name || hostOf(textOf(project, 'domain')) === host);
  if (equal.length > 0) return equal;
  return projects.filter((project) => plain(textOf(project, 'name')).includes(name) || hostOf(textOf(project, 'domain')).includes(host));
}

function unclear(projects: readonly Fields[], candidates: readonly Fields[], meant: string | undefined): Error {
  if (projects.length === 0) return refuse('invalid_arguments', 'The team has no project yet.', 'call_write {"operation":"projects.create","arguments":{"name":"Acme","domain":"example.com"}}');
  const near = nearest(meant ?? '', projects.map((project) => textOf(project, 'name')), 5, 0.3);
  const shown = candidates.length > 0 ? candidates : near.length > 0 ? projects.filter((project) => near.includes(textOf(project, 'name'))) : projects;
  const why = meant === undefined ? 'The team has several projects: say which.' : `${candidates.length ? 'Several projects match' : 'No project matches'} ${JSON.stringify(meant.slice(0, 60))}.`;
  return refuse('invalid_arguments', why, 'give project as one of these ids', {
    candidates: shown.slice(0, 8).map(({ id, name, domain }) => ({ id, name, ...(domain ? { domain } : {}) })),
  });
}

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase().replaceAll(/\s+/g, ' ');

const hostOf = (address: string): string => plain(address).replace(/^https?:\/\//, '').replace(/^www\./, '').replace(/[/?#].*$/, '');
