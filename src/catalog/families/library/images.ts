import * as z from 'zod';
import { assetRows } from '../../asset-rows.ts';
import { direction, flag, id, key, range, shared, text, timestamp } from '../../fields.ts';
import { answer, family, fixed, free, get, input, one, paged, post, changed, likely } from '../../operation.ts';

const image = {
  id,
  title: text.nullable(),
  tags: z.array(text),
  is_favorite: flag,
  model: text.nullable(),
  share: z.looseObject(shared).nullable().optional(),
};

/** Document 1, "Images": team-wide; a foreign image is answered as missing. */
export const images = family(
  'images',
  "The team's pictures: generated, edited, shared",
  { words: 'pictures photos graphics illustrations gallery', audience: { foreign: 404 } },
  () => ({
    list: get('/images', {
      does: 'List images',
      words: 'search find gallery',
      input: {
        q: text.optional().describe('Part of the title'),
        model: text.optional().describe('Model that made it'),
        ...range,
        favorite: flag.optional(),
        tags: z.array(text).optional(),
        sort: z.enum(['newest', 'oldest', 'edited', 'name', 'model', 'size', 'date']).optional(),
        dir: direction.optional().describe('Only with sort name, model, size or date'),
      },
      output: paged(image),
    }),
    list_in_project: get('/projects/{project}/images', {
      does: 'List the images of one project; images.list has those of the whole team and more filters',
      words: 'legacy',
      output: paged(image),
      audience: { foreign: 403 },
    }),
    get: get('/images/{id}', {
      does: 'Show an image with its variants and what it was made from',
      words: 'download parent versions',
      example: { id: 5 },
      output: one({
        ...image,
        variants: z.array(z.unknown()),
        parent: z.unknown().describe('Tree of the images it comes from'),
      }),
    }),
    generate: post('/generate/image', {
      does: 'Generate an image',
      changes: 'Creates a new image each time.',
      words: 'create make ai picture draw prompt',
      example: { prompt: 'Trail running shoes on wet rock, morning light', project_id: 1 },
      open: true,
      likely: {
        prompt: likely(text, 'what the picture shows; the longest text of the body is taken for it', [
          'description',
          'text',
          'title',
          'subject',
          'keyword',
          'topic',
        ]),
        project_id: likely(id, 'project to put it in; projects have images'),
        model: likely(text, 'images.list filters by model'),
        title: likely(text, 'images have one'),
      },
      output: { image_id: id.optional(), job_id: key.optional() },
      price: fixed(5),
      // Document 1, "What the service does", rule 5: a job is over when processing_status is ready.
      job: {
        doing: 'Generating the image',
        watch: 'images.get',
        with: { id: answer('image_id', 'id', 'image.id') },
        state: 'processing_status',
        done: ['ready'],
        failed: ['failed'],
        usually: 30,
      },
    }),
    edit: post('/images/{id}/edit', {
      does: 'Edit an image by instruction; the result becomes a variant',
      changes: 'The image stays as it is; the result is added to its variants.',
      words: 'change retouch modify ai background',
      example: { id: 5, prompt: 'Make the sky darker' },
      open: true,
      likely: {
        prompt: likely(text, 'what to change, in words', [
          'instruction',
          'instructions',
          'edit',
          'edits',
          'edit_prompt',
          'request',
          'description',
          'text',
          'message',
          'operation',
          'operations',
        ]),
      },
      output: { job_id: key, edit_session_id: key },
      price: fixed(10),
      // Document 1, "Images": the caller polls the image; what was edited arrives as a variant.
      job: {
        doing: 'Editing the image',
        watch: 'images.get',
        with: { id: input('id') },
        state: 'variants',
        done: [changed],
        usually: 40,
      },
    }),
    open_in_chat: post('/images/{id}/open-in-chat', {
      does: 'Open a new chat session about an image',
      changes: 'Creates a chat session each time; nothing is drawn until agentic_chat.chat.',
      words: 'discuss agentic conversation',
      example: { id: 5 },
      output: { session_id: id },
      price: free,
    }),
    ...assetRows({ family: 'images', sample: 5, one: 'an image', many: 'images', shape: image }),
    share: post('/images/{id}/share', {
      does: 'Make a public link to an image; repeating keeps the link',
      changes: 'Anybody with the link can see it. Repeating keeps link and view count; images.unshare ends it.',
      words: 'publish link',
      example: { id: 5 },
      input: { expires_at: timestamp.optional() },
      output: shared,
      price: free,
    }),
  }),
);
