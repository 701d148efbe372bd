import * as z from 'zod';
import { count, del, family, fixed, flag, free, get, id, ids, key, patch, post, text } from '../../vocabulary/index.ts';
import { list, one, assumed, maybe } from '../../vocabulary/answer.ts';
import { answer, input } from '../../vocabulary/job.ts';

const dimension = {
  id,
  key: z
    .string()
    .regex(/^[a-z0-9_]+$/)
    .describe('Lowercase letters, digits, underscore'),
  label: text,
  color: text.nullable(),
  icon: text.nullable(),
  sort_order: z.int(),
  ...maybe({ is_system: flag, ai_capable: flag }),
};

const tag = { id, dimension_id: id, label: text, slug: text, color: text.nullable(), description: text.nullable() };

const look = { color: text.optional(), icon: text.optional() };

/** docs/platform/tracking.md#tags: team-wide; records of another team are answered as missing. */
export const promptTags = family(
  'prompt_tags',
  'Tags on prompts, grouped into dimensions such as topic, competitor, sub-intent and campaign',
  { price: free, words: 'label taxonomy category group classify labels on questions', audience: { foreign: 404 } },
  () => ({
    list_dimensions: get('/tag-dimensions', {
      does: 'List tag dimensions with how many tags each has',
      asked: 'kinds groups of labels, what label groups exist, taxonomy groups',
      output: list({ ...dimension, tags_count: count }),
    }),
    create_dimension: post('/tag-dimensions', {
      does: 'Create a tag dimension',
      changes: 'For the whole team.',
      asked: 'new, new kind group of labels, new taxonomy group, grouping for tags',
      input: { key: dimension.key, label: text, ...look },
      output: one(dimension),
      status: 201,
    }),
    update_dimension: patch('/tag-dimensions/{id}', {
      does: 'Change the label, look or order of a tag dimension',
      asked: 'edit rename sort, rename recolour reorder a label group, edit taxonomy group icon order',
      input: { label: text.optional(), ...look, sort_order: z.int().optional() },
      output: one(dimension),
    }),
    delete_dimension: del('/tag-dimensions/{id}', {
      does: 'Delete a tag dimension',
      asked: 'remove a label group, remove custom taxonomy group',
      changes:
        'Only dimensions the team made. No operation brings it back. Embedded platform: refused while prompts have one of its tags; else its tags go with it.',
      example: { id: 9 },
      refuses: { 422: 'for a system dimension; on the embedded platform also while prompts have one of its tags' },
    }),

    list: get('/prompt-tags', {
      does: 'List tags',
      asked: 'which labels do we have for questions, get tags of a dimension, all tags',
      idFrom: { dimension: 'prompt_tags.list_dimensions' },
      input: { dimension: key.optional().describe("A dimension's key or id") },
      output: list(tag),
    }),
    create: post('/prompt-tags', {
      does: 'Create a tag in a dimension',
      changes: 'The same label in a dimension makes another tag with a slug of its own.',
      asked: 'new, make a new label, add tag such as pricing',
      input: { dimension_id: id, label: text, color: text.optional() },
      output: one(tag),
      status: 201,
    }),
    update: patch('/prompt-tags/{id}', {
      does: 'Change a tag; a new label gives it a new slug',
      changes: 'A new label changes the slug; assignments stay.',
      asked: 'edit rename, rename recolour a label, change tag name colour description',
      input: { label: text.optional(), color: text.optional(), description: text.optional() },
      output: one(tag),
    }),
    delete: del('/prompt-tags/{id}', {
      does: 'Delete a tag',
      changes: 'Refused while prompts have it: prompt_tags.merge or bulk_tag first. No operation brings it back.',
      asked: 'remove, remove a label altogether, drop tag',
      refuses: { 422: 'while it is assigned to prompts' },
      remedies: { 422: 'prompt_tags.unassign' },
    }),
    merge: post('/prompt-tags/{id}/merge', {
      idFrom: { target_id: 'prompt_tags.list' },
      does: 'Merge a tag into another: its assignments move there, and it is deleted',
      changes:
        'The tag in the address (id) disappears, target_id stays. Prompts that had both keep one. No operation brings it back.',
      asked: 'two labels mean the same, join combine duplicates into one, deduplicate tags, fold one tag into another',
      output: assumed({ source_id: id, target_id: id, moved: count, deduplicated: count }),
      example: { target_id: 2 },
      input: { target_id: id.describe('The tag that stays') },
      effect: 'delete',
    }),
    assign: post('/tracking-prompts/{id}/tags', {
      idFrom: { id: 'prompts.list' },
      does: 'Put a tag on a prompt',
      changes:
        'Embedded platform: a prompt may have several tags, also of one dimension; none is taken off. Repeating changes nothing.',
      asked:
        'add attach label, put stick a label on a question, label a prompt, attach tag, tag a prompt, tag it, tag one prompt, tagging a single prompt, add a tag to this prompt',
      output: assumed({ tracking_prompt_id: id, tag_id: id }),
      input: { tag_id: id },
      status: 201,
    }),
    unassign: del('/tracking-prompts/{id}/tags/{tagId}', {
      idFrom: { id: 'prompts.list', tagId: 'prompt_tags.list' },
      does: 'Take a tag off a prompt',
      changes: 'The tag itself stays.',
      asked: 'remove detach, take a label off a question, detach tag from prompt',
      output: assumed({ tracking_prompt_id: id, tag_id: id, deleted: flag }),
    }),
    bulk_tag: post('/tracking-projects/{id}/prompts/bulk-tag', {
      does: 'Put a tag on up to 500 prompts, or take it off',
      changes: 'Embedded platform: adding takes no other tag off; prompts that need no change count as skipped.',
      asked: 'label many selected questions at once, add or remove a tag from a selection, tag a selection of prompts',
      input: { prompt_ids: ids(500), tag_id: id, operation: z.enum(['add', 'remove']) },
      output: { updated: count, skipped: count },
    }),
    apply_single_tag: post('/tracking-projects/{id}/prompts/apply-single-tag', {
      does: 'Let a model put one tag on all prompts; no tag is taken off',
      changes: 'Only adds. To undo: prompt_tags.bulk_tag with remove.',
      asked: 'automatic, let the ai label all questions the tag fits, auto-tag all prompts, classify with ai',
      input: { tag_id: id },
      output: { id, status: text, tag_id: id, poll_url: text },
      price: fixed(5),
      job: {
        doing: 'Tagging the prompts',
        watch: 'prompt_tags.taxonomy_run',
        with: { id: input('id'), runId: answer('id') },
        over: [{ is_running: false }],
        usually: 60,
      },
      refuses: { 422: "when a model cannot apply the tag's dimension" },
    }),
    taxonomy_run: get('/tracking-projects/{id}/prompts/taxonomy-run/{runId}', {
      does: 'Show how an automatic tagging run stands',
      asked: 'progress, is the automatic labelling done, auto-tagging progress',
      output: {
        status: text,
        scope_tag_id: id.nullable(),
        single_tag: z.unknown(),
        proposed_count: count,
        is_running: flag,
        is_single_tag_run: flag,
      },
    }),
  }),
);
