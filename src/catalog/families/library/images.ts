import * as z from 'zod';
import { assetRows } from '../library/asset-rows.ts';
import {
  direction,
  flag,
  id,
  integerId,
  key,
  range,
  shareAnswer,
  text,
  timestamp,
  count,
} from '../../vocabulary/fields.ts';
import { one, paged, maybe } from '../../vocabulary/answer.ts';
import { family, fixed, free, get, post, likely } from '../../vocabulary/index.ts';
import { answer, input, changed } from '../../vocabulary/job.ts';

const image = {
  id,
  title: text.nullable(),
  tags: z.array(text),
  is_favorite: flag,
  model: text.nullable(),
  share: z.looseObject(shareAnswer).nullable(),
  ...maybe({
    project_id: integerId,
    width: count,
    height: count,
    processing_status: text,
    download_url: text,
    created_at: timestamp,
    edited_at: timestamp,
  }),
};

/** docs/platform/library.md#images: team-wide; a foreign image is answered as missing. */
export const images = family(
  'images',
  "The team's pictures: generated, edited, shared",
  {
    price: free,
    words: 'pictures photos graphics illustrations gallery picture photo graphic illustration visual',
    audience: { foreign: 404 },
  },
  () => ({
    list: get('/images', {
      does: 'List images',
      asked: 'search, all our pictures, show photos, find a picture, gallery, filter by model or tag, all visuals',
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
      concise: 'id title tags model is_favorite',
    }),
    list_in_project: get('/projects/{project}/images', {
      does: 'List the images of one project; images.list has those of the whole team and more filters',
      asked: 'legacy, pictures belonging to one project site',
      output: paged(image),
      audience: { foreign: 403 },
    }),
    get: get('/images/{id}', {
      does: 'Show an image with its variants and what it was made from',
      asked:
        'download parent versions, look at one picture, its versions, where did it come from, image details, variants and parent, resolution, poll edited image',
      example: { id: 5 },
      output: one({
        ...image,
        variants: z.array(z.unknown()),
        parent: z.unknown().describe('Tree of the images it comes from'),
      }),
    }),
    generate: post('/generate/image', {
      does: 'Generate an image',
      changes: 'Embedded platform: creates a new image each time.',
      asked:
        'create make ai picture draw prompt, draw paint make me a picture, illustration header banner cover for a post, generate visual, text to image, artwork, hero visual, thumbnail, I need a visual for a newsletter',
      example: { prompt: 'Trail running shoes on wet rock, morning light', project_id: 1 },
      likely: {
        prompt: likely(
          text,
          'what the picture shows; the embedded platform takes the longest text of the body',
          'description text title subject keyword topic',
        ),
        project_id: likely(integerId, 'project to put it in; projects have images'),
        model: likely(text, 'images.list filters by model'),
        title: likely(text, 'images have one'),
      },
      output: { image_id: id.optional(), job_id: key.optional() },
      price: fixed(5),
      // docs/platform/jobs.md#end: a job is over when processing_status is ready.
      job: {
        doing: 'Generating the image',
        watch: 'images.get',
        with: { id: answer('image_id', 'id', 'image.id') },
        state: 'processing_status',
        done: ['ready'],
        // docs/platform/library.md#images: no field shows a state.
        product: ['url', 'download_url'],
        usually: 30,
      },
    }),
    edit: post('/images/{id}/edit', {
      does: 'Edit an image by instruction',
      changes: 'Embedded platform: the image stays as it is; the result is added to its variants.',
      asked:
        'change retouch modify ai background, change something in the picture, remove object, replace background colour, retouch, inpaint, alter picture, add or remove things, different colours, image to image, make something in the picture another colour, crop, add text to a photo',
      example: { id: 5, prompt: 'Make the sky darker' },
      likely: {
        prompt: likely(
          text,
          'what to change, in words',
          'instruction instructions edit edits edit_prompt request description text message operation operations',
        ),
      },
      output: { job_id: key, edit_session_id: key },
      price: fixed(10),
      // docs/platform/library.md#images: the caller polls the image; what was edited arrives as a variant.
      job: {
        doing: 'Editing the image',
        watch: 'images.get',
        with: { id: input('id') },
        state: 'variants',
        done: [changed],
        failed: [],
        usually: 40,
      },
    }),
    open_in_chat: post('/images/{id}/open-in-chat', {
      does: 'Open a new chat session about an image',
      changes: 'Creates a chat session each time; nothing is drawn until agentic_chat.chat.',
      asked: 'agentic, talk about this picture with the agent, discuss image, start a chat conversation about an image',
      example: { id: 5 },
      output: { session_id: id },
    }),
    ...assetRows({ family: 'images', sample: 5, one: 'an image', many: 'images', other: 'picture', shape: image }),
    share: post('/images/{id}/share', {
      does: 'Make a public link to an image; repeating keeps the link',
      changes: 'Anybody with the link can see it. Repeating keeps the share; images.unshare ends it.',
      asked:
        'publish link, send somebody a link to the picture, let people outside see the image, public address, public url for image, let others view a picture, external link to a picture logo',
      example: { id: 5 },
      input: { expires_at: timestamp.optional() },
      output: shareAnswer,
    }),
  }),
);
