import { Buffer } from 'node:buffer';
import type { Call } from '../../../engine/handler-call.ts';
import { numberIn, webAddressIn } from '../../shared/open-body.ts';
import { implement, type CallOf } from '../../../engine/implement.ts';
import { documents, embedPlan, passages, showDocument, type KnowledgeDocument } from './document.ts';
import { analyses, analysisPlan, isFinished, showAnalysis } from './site-analysis.ts';
import type { Row } from '../../../engine/documents.ts';
import { writeArticle } from '../../../invention/writing/write-article.ts';
import { reachableHost } from '../../shared/reachable-host.ts';
import { invalid, refuse } from '../../../engine/http/refusal.ts';
import { Binary, slices } from '../../../engine/http/reply.ts';
import { projectOf, projects } from '../../content/projects.ts';

/** Rules: docs/platform/library.md#knowledge-base. */
export const knowledgeBaseFamily = implement('knowledge_base', {
  operations: {
    list: (call) => call.store.all(documents, { parent: projectOf(call).id }).map(showDocument),
    add_text: (call) => {
      const { input } = call;
      const body = {
        title: input.title,
        content: input.content,
        type: input.type ?? 'text',
      };
      return addDocument(call, projectOf(call), { ...body, source_type: 'text', source_url: null });
    },
    search,
    delete: (call) => call.delete(call.own(documents, call.input.id)),
    download: (call) => {
      const { body } = call.own(documents, call.input.id);
      if (body.content === null) throw refuse(409, 'The document is still being read.');
      return new Binary(
        'text/markdown; charset=utf-8',
        `${body.title.replaceAll('/', '-')}.md`,
        Buffer.from(body.content),
      );
    },
    add_url: (call) => {
      const source_url = webAddressIn(call);
      const project = projectNamed(call);
      const title = new URL(source_url).hostname + new URL(source_url).pathname.replace(/\/$/, '');
      return {
        ...addDocument(call, project, { title, content: null, type: 'url', source_type: 'url', source_url }),
        project_id: project.id,
      };
    },
    analyze_site: (call) => {
      const { id: parent } = projectOf(call);
      const url = call.input.url;
      const host = reachableHost(url);
      if (host === undefined) throw invalid({ url: ['The url field leads to an address that must not be fetched.'] });
      const running = call.store
        .all(analyses, { team: call.caller.team })
        .some(({ body }) => body.host === host && !isFinished(body));
      if (running) throw refuse(409, 'A site analysis of this host is still running.');
      const fields = {
        url,
        host,
        max_pages: call.input.max_pages,
        pages_found: 0,
        pages_read: 0,
        primary_language: null,
        document_ids: [],
      };
      const { id, body } = call.add(analyses, { ...fields, status: 'pending', progress_percent: 0 }, { parent });
      call.start(analysisPlan, id);
      return { analysis_id: id, status: body.status };
    },
    site_analyses: (call) => slices(call.store.all(analyses, { parent: projectOf(call).id }), showAnalysis),
    site_analysis: (call) => showAnalysis(call.own(analyses, call.input.id)),
  },

  seed: ({ add, invent }) => {
    for (const [team, parent, title] of [
      [1, 1, 'Camping box range'],
      [1, 1, 'Returns and warranty'],
      [1, 2, 'Moss in shade'],
      [2, 3, 'House and kitchen'],
    ] as const) {
      const body: KnowledgeDocument = {
        title,
        content: writeArticle(invent('knowledge', title), { topic: title.toLowerCase(), words: 160 }),
        type: 'text',
        status: 'ready',
        source_type: 'text',
        source_url: null,
      };
      add(documents, body, { team, parent });
    }
  },
});

function addDocument(call: Call, { id: parent }: Row<object>, fields: Omit<KnowledgeDocument, 'status'>) {
  const { id, body } = call.add(documents, { ...fields, status: 'processing' }, { parent });
  call.start(embedPlan, id);
  return { document_id: id, status: body.status };
}

/** The contract does not show how the body names the project: here `project_id`, otherwise the team's first project. */
function projectNamed(call: CallOf<'knowledge_base.add_url'>): Row<object> {
  const projectId = call.input.project_id ?? numberIn(call.openBody, 'project');
  if (projectId !== undefined) return call.own(projects, projectId);
  const first = call.store.all(projects, { team: call.caller.team }).at(-1);
  if (!first) throw invalid({ project_id: ['The project_id field is required.'] });
  return first;
}

/** Passages of ready documents that share words with the query, the best match first. Costs 1 credit with any result. */
function search(call: CallOf<'knowledge_base.search'>) {
  const { input } = call;
  const queryWords = words(input.q);
  const ready = call.store.all(documents, { parent: projectOf(call).id }).filter(({ body }) => body.status === 'ready');
  const hits = ready.flatMap(passages).flatMap(({ text, ...place }) => {
    const passageWords = new Set(words(text));
    const shared = queryWords.filter((word) => passageWords.has(word)).length;
    return shared === 0
      ? []
      : [{ ...place, snippet: text.slice(0, 240), score: Math.round((shared / queryWords.length) * 1000) / 1000 }];
  });
  return hits.toSorted((a, b) => b.score - a.score || a.id - b.id).slice(0, input.top_k ?? 5);
}

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
