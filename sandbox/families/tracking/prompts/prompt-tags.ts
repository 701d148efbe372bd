import { existing, type Call } from '../../../engine/handler-call.ts';
import { implement } from '../../../engine/implement.ts';
import { change, type Row, type Id } from '../../../engine/documents.ts';
import { after, failed, plan, shouldFail, type Running } from '../../../engine/plan.ts';
import { invalid, notFound } from '../../../engine/http/refusal.ts';
import { capital } from '../../../invention/writing/label.ts';
import { teams } from '../../../engine/tokens.ts';
import { trackingPrompts } from '../brand/kinds.ts';
import { partOf, trackingProjectOf } from '../brand/project-of.ts';
import {
  promptTags,
  showTag,
  slugOf,
  tagDimensions,
  taxonomyRuns,
  type PromptTag,
  type TagDimension,
  type TaxonomyRun,
} from './tag-kinds.ts';

const showDimension = ({ id, body }: Row<TagDimension>) => ({ id, ...body });

const applyPlan = plan('prompt_tags.apply', taxonomyRuns, after(10, 'running'), after(40, apply));

/** docs/platform/tracking.md#tags: dimensions and tags are the team's, their use on prompts the project's. */
export const promptTagFamily = implement('prompt_tags', {
  resources: { 'prompt-tags': promptTags, 'tag-dimensions': tagDimensions },
  operations: {
    list_dimensions: ({ store, caller }) =>
      store
        .all(tagDimensions, { team: caller.team })
        .map((row) => ({ ...showDimension(row), tags_count: store.all(promptTags, { parent: row.id }).length }))
        .toSorted((a, b) => a.sort_order - b.sort_order),
    create_dimension: (call) => {
      const { input, store, caller } = call;
      const dimensions = store.all(tagDimensions, { team: caller.team });
      const key = input.key;
      if (dimensions.some(({ body }) => body.key === key)) throw invalid({ key: ['The key is already taken.'] });
      const body = {
        key,
        label: input.label,
        color: input.color ?? null,
        icon: input.icon ?? null,
      };
      return showDimension(
        call.add(tagDimensions, { ...body, sort_order: dimensions.length + 1, is_system: false, ai_capable: true }),
      );
    },
    update_dimension: (call) => {
      const { id, ...changes } = call.input;
      return showDimension(change(call.own(tagDimensions, id), changes));
    },
    delete_dimension: (call) => {
      const row = call.own(tagDimensions, call.input.id);
      if (row.body.is_system) throw invalid({ id: ['A system dimension cannot be deleted.'] });
      const tags = call.store.all(promptTags, { parent: row.id });
      if (tags.some((tag) => assigned(call, tag).length > 0))
        throw invalid({ id: ['A tag of the dimension is assigned to prompts.'] });
      for (const tag of tags) trash(call, tag);
      return call.delete(row);
    },

    list: ({ store, caller, input }) => {
      const dimensions = new Map(store.all(tagDimensions, { team: caller.team }).map(({ id, body }) => [id, body.key]));
      const wanted = input.dimension;
      const tags = store.all(promptTags, { team: caller.team });
      return tags
        .filter(({ parent }) => wanted === undefined || parent === wanted || dimensions.get(parent ?? 0) === wanted)
        .map(showTag);
    },
    create: (call) => {
      const { id: parent } = call.own(tagDimensions, call.input.dimension_id);
      const label = call.input.label;
      const body = {
        label,
        slug: slugOf(call, call.caller.team, label),
        color: call.input.color ?? null,
        description: null,
      };
      return showTag(call.add(promptTags, body, { parent }));
    },
    update: (call) => {
      const { id, ...changes } = call.input;
      const row = call.own(promptTags, id);
      const slug = changes.label === undefined ? undefined : slugOf(call, row.team, changes.label, row.id);
      return showTag(change(row, { ...changes, slug }));
    },
    delete: (call) => {
      const row = call.own(promptTags, call.input.id);
      if (assigned(call, row).length) throw invalid({ id: ['The tag is assigned to prompts.'] });
      trash(call, row);
      return { deleted: true };
    },
    merge: (call) => {
      const row = call.own(promptTags, call.input.id);
      const target = call.own(promptTags, call.input.target_id);
      if (target.id === row.id) throw invalid({ target_id: ['A tag cannot be merged into itself.'] });
      const { moved, deduplicated } = reassign(call, row, target.id);
      trash(call, row);
      return { source_id: row.id, target_id: target.id, moved, deduplicated };
    },
    assign: (call) => {
      const prompt = call.own(trackingPrompts, call.input.id);
      const tag = tagOf(call, prompt.team);
      const tags = new Set(prompt.body.tags).add(tag.id);
      prompt.body.tags = [...tags];
      return { tracking_prompt_id: prompt.id, tag_id: tag.id };
    },
    unassign: (call) => {
      const prompt = call.own(trackingPrompts, call.input.id);
      const tag = call.input.tagId;
      prompt.body.tags = prompt.body.tags?.filter((id) => id !== tag) ?? [];
      return { tracking_prompt_id: prompt.id, tag_id: tag, deleted: true };
    },
    bulk_tag: (call) => {
      const project = trackingProjectOf(call);
      const tag = tagOf(call, project.team);
      const add = call.input.operation === 'add';
      const wanted = call.input.prompt_ids;
      const changed = call.store
        .all(trackingPrompts, { parent: project.id })
        .filter(({ id, body }) => wanted.includes(id) && (body.tags ?? []).includes(tag.id) !== add);
      for (const prompt of changed) {
        prompt.body.tags = add
          ? [...(prompt.body.tags ?? []), tag.id]
          : (prompt.body.tags ?? []).filter((id) => id !== tag.id);
      }
      return { updated: changed.length, skipped: wanted.length - changed.length };
    },
    apply_single_tag: (call) => {
      const project = trackingProjectOf(call);
      const tag = tagOf(call, project.team);
      const dimension = call.store.get(tagDimensions, tag.parent ?? 0);
      if (!dimension?.body.ai_capable) throw invalid({ tag_id: ["A model cannot apply this tag's dimension."] });
      const { id, body } = call.add(
        taxonomyRuns,
        { status: 'queued', tag: tag.id, proposed_count: 0 },
        { parent: project.id },
      );
      call.start(applyPlan, id);
      return { id, status: body.status, tag_id: tag.id };
    },
    taxonomy_run: (call) => {
      const { body } = partOf(call, taxonomyRuns, call.input.runId);
      const tag = call.store.get(promptTags, body.tag);
      return {
        status: body.status,
        scope_tag_id: body.tag,
        single_tag: tag ? { id: tag.id, label: tag.body.label } : null,
        proposed_count: body.proposed_count,
        is_running: body.status === 'queued' || body.status === 'running',
        is_single_tag_run: true,
      };
    },
  },

  seed: ({ add }) => {
    for (const { id: team } of teams) {
      for (const [index, key] of ['topic', 'competitor', 'sub_intent', 'campaign'].entries()) {
        const label = capital(key.replace('_', ' '));
        // What belongs to a campaign cannot be read from a prompt.
        const body = {
          key,
          label,
          color: null,
          icon: null,
          sort_order: index + 1,
          is_system: true,
          ai_capable: key !== 'campaign',
        };
        const { id: parent } = add(tagDimensions, body, { team });
        if (team !== 1 || key !== 'topic') continue;
        for (const topic of ['Boxes', 'Stoves']) {
          add(
            promptTags,
            { label: topic, slug: topic.toLowerCase(), color: null, description: null },
            { team, parent },
          );
        }
      }
    }
  },
});

/** The tag that was named, of the team the project belongs to: a guest tags with the owner's tags. */
function tagOf(call: Call<{ readonly tag_id: Id }>, team: number): Row<PromptTag> {
  const row = existing(call, promptTags, call.input.tag_id);
  if (row.team !== team) throw notFound('prompt tag');
  return row;
}

const assigned = ({ store }: Call, tag: Row<PromptTag>) =>
  store.all(trackingPrompts, { team: tag.team }).filter(({ body }) => body.tags?.includes(tag.id));

/** Moves a tag's assignments to another tag. */
function reassign(call: Call, tag: Row<PromptTag>, target: number) {
  const prompts = assigned(call, tag);
  let deduplicated = 0;
  for (const prompt of prompts) {
    if (prompt.body.tags?.includes(target)) deduplicated += 1;
    const remainingTags = (prompt.body.tags ?? []).filter((id) => id !== tag.id);
    prompt.body.tags = [...new Set([...remainingTags, target])];
  }
  return { moved: prompts.length - deduplicated, deduplicated };
}

function trash({ now }: Call, row: Row<PromptTag>): void {
  row.deletedAt = now();
}

function apply(row: Row<TaxonomyRun>, { world }: Running): 'failed' | void {
  const { parent, body } = row;
  const tag = world.store.get(promptTags, body.tag);
  if (!tag || shouldFail(tag.body.label)) return failed(row, { status: 'failed' });
  body.status = 'completed';
  for (const prompt of world.store.all(trackingPrompts, { parent: parent ?? 0 })) {
    if (prompt.body.tags?.includes(tag.id)) continue;
    prompt.body.tags = [...(prompt.body.tags ?? []), tag.id];
    body.proposed_count += 1;
  }
}
