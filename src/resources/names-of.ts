import type { Id, ProjectKind } from '../catalog/index.ts';
import type { Clock } from '../base/index.ts';
import { scalarText } from '../base/json/scalar-text.ts';
import type { Client } from '../client/index.ts';
import { calledOf } from '../client/names/project-names.ts';
import { listProjects } from '../client/names/resolve-project-names.ts';
import type { NamedRecord } from './resource.ts';

type Names = () => Promise<readonly NamedRecord[]>;

/**
 * Names that are suggested while somebody types, by template. Projects come from the list for resolving names, which is read
 * at most once a minute; a pinned project is the only suggestion. Other records have no suggestions.
 */
export function namesOf(client: Client, clock: Clock): Readonly<Record<string, Names>> {
  const projects =
    (kind: ProjectKind, pin: Id | undefined): Names =>
    async () => {
      const records = await listProjects(client, kind, clock.now()).catch(() => []);
      return records
        .map((record) => ({ id: scalarText(record['id']) ?? '', names: calledOf(record) }))
        .filter(({ id }) => id !== '' && (pin === undefined || id === String(pin)));
    };
  return {
    projects: projects('project', client.pins?.project),
    'tracking-projects': projects('tracking project', client.pins?.trackingProject),
    jobs: async () =>
      (await client.jobs({ limit: 100 })).map(({ job_id, operation }) => ({ id: job_id, names: [operation] })),
  };
}
