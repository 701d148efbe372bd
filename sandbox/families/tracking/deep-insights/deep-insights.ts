import type { Call } from '../../../engine/handler-call.ts';
import { Buffer } from 'node:buffer';
import { pdf } from '../../../formats/pdf.ts';
import { zip } from '../../../formats/zip.ts';
import { sectionsOf, type Section } from './sections.ts';
import { recordExport } from '../../shared/exported.ts';
import { implement } from '../../../engine/implement.ts';
import { keyedKind, type Row, type Id } from '../../../engine/documents.ts';
import { after, plan, shouldFail, type Running } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import { refuse } from '../../../engine/http/refusal.ts';
import { Binary, toCsv } from '../../../engine/http/reply.ts';
import { trackingProjects, type TrackingProject } from '../brand/kinds.ts';
import { projectOfOwnTeam } from '../brand/project-of.ts';

/** The last export of a project, by the project's id; none while the first is being made. */
interface Export {
  generated_at: string | null;
  sections: Readonly<Record<string, Section>>;
}

const exported = keyedKind<Export>('deep_insight');

const projectOf = (call: Call<{ readonly project: Id }>): Row<TrackingProject> =>
  projectOfOwnTeam(call, call.input.project);

const refreshPlan = plan('deep_insights.refresh', exported, after(120, refresh));

/** Rules: docs/platform/insights.md#deep-insights. */
export const deepInsightFamily = implement('deep_insights', {
  operations: {
    get: (call) => {
      const project = projectOf(call);
      const generated_at = call.store.get(exported, project.id)?.body.generated_at ?? null;
      return { project_id: project.id, generated_at, sections: sectionsOf(call, project) };
    },
    refresh: (call) => {
      const { id, body } = projectOf(call);
      // docs/platform/tracking.md#tracking-projects: a paused project has no export; what was made before stays to be
      // fetched.
      if (body.status === 'paused') throw refuse(409, 'A paused project has no export; resume it first.');
      if (call.jobs.running(refreshPlan, id)) throw refuse(409, 'The insights are being worked out already.');
      if (!call.store.get(exported, id)) call.add(exported, { generated_at: null, sections: {} }, { id, parent: id });
      call.start(refreshPlan, id);
      return { status: 'queued', project_id: id };
    },
    section: (call) => {
      const name = call.input.section;
      return { section: name, ...sectionsOf(call, projectOf(call))[name] };
    },
    export_pdf: (call) => {
      const { id, body } = projectOf(call);
      return new Binary(
        'application/pdf',
        `insights-${id}.pdf`,
        asPdf(`Insights: ${body.name}, ${lastOf(call).generated_at}`, lastOf(call).sections),
      );
    },
    export_zip: (call) =>
      new Binary('application/zip', `insights-${projectOf(call).id}.zip`, asZip(lastOf(call).sections)),
  },
});

function lastOf(call: Call<{ readonly project: Id }>): Export {
  const storedExport = call.store.get(exported, projectOf(call).id)?.body;
  if (!storedExport || storedExport.generated_at === null)
    throw refuse(404, 'There is no export yet; refresh the insights first.');
  return storedExport;
}

function refresh({ id, body }: Row<Export>, { world, at }: Running): 'failed' | void {
  const project = world.store.get(trackingProjects, id);
  if (!project || shouldFail(project.body.name, project.body.domain)) return 'failed';
  const { team } = project;
  body.generated_at = iso(at);
  body.sections = sectionsOf(world, project);
  for (const format of ['pdf', 'zip']) {
    const path = `/api/v1/data-mining/exports/${id}.${format}`;
    recordExport(world, { team, at, name: `insights-${id}.${format}`, type: 'deep_insights', path });
  }
}

type Sections = Readonly<Record<string, Section>>;

/** The sections on one page. */
const asPdf = (title: string, sections: Sections): Buffer =>
  pdf([title, '', ...Object.entries(sections).map(([name, section]) => `${name}: ${inShort(section)}`)]);

const inShort = (section: Section): string =>
  'text' in section ? String(section['text']) : `${rowsOf(section).length} rows`;

/** One CSV a section that has rows. */
const asZip = (sections: Sections): Uint8Array =>
  zip(
    Object.entries(sections)
      .map(([name, section]) => [name, rowsOf(section)] as const)
      .filter(([, rows]) => rows.length > 0)
      .map(([name, rows]) => ({ name: `${name}.csv`, bytes: Buffer.from(toCsv(Object.keys(rows[0] ?? {}), rows)) })),
  );

const rowsOf = ({ rows }: Section): readonly object[] => (Array.isArray(rows) ? rows : []);
