import * as z from 'zod';
import { count, file, id, text, timestamp } from '../../vocabulary/fields.ts';
import { family, free, get, maybe, one, paged, post } from '../../vocabulary/index.ts';

/** Rules: docs/platform/workspace.md#feedback. */
export const feedbackReport = {
  id,
  message: text,
  category: text.nullable(),
  attachments: z.array(
    z.looseObject({ id, url: text, mime_type: text, size_bytes: count.describe('Bytes'), original_name: text }),
  ),
  page_url: text.nullable(),
  device: z.looseObject({ browser: text.nullable(), os: text.nullable(), device: text.nullable() }).nullable(),
  ...maybe({ created_at: timestamp }),
};

/** Rules: docs/platform/workspace.md#feedback. */
export const feedback = family(
  'feedback',
  'Reports to the makers of the platform',
  { words: 'bug problem idea support complaint tell the makers' },
  () => ({
    list: get('/feedback', {
      does: 'List your own reports',
      asked: 'bugs sent, what have I reported so far, my bug reports, my ideas, tickets I sent, reactions to my bugs',
      output: paged(feedbackReport, 25),
    }),
    send: post('/feedback', {
      does: 'Report a bug or an idea, with up to 3 screenshots; a mail confirms it',
      consequence: 'Sends a confirmation mail.',
      asked:
        'create submit problem suggestion support, I found a bug, something is broken does not work, I have an idea wish, complain to support, contact the developers, report a problem, suggest improvement, screenshot, suggest a feature to the makers, feature request, praise or complaint, the button does not work, the page is broken, error message, something is missing, an idea for the product team',
      multipart: true,
      input: {
        message: text,
        category: text.optional(),
        attachments: z
          .array(file({ kind: 'image', maxBytes: 5 * 1024 * 1024 }))
          .max(3)
          .optional()
          .describe('Up to 3 images of 5 MB each'),
        page_url: z.string().max(2048).optional().describe('Where in the application it happened'),
      },
      output: one({ ...feedbackReport, ...maybe({ confirmation_sent_to: text }) }),
      status: 201,
      price: free,
      refuses: { 422: 'for an unusable image, or a page outside the application; nothing is stored then' },
    }),
  }),
);
