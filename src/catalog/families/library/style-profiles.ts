import { list, maybe, one } from '../../vocabulary/answer.ts';
import { count, flag, text, timestamp, url } from '../../vocabulary/fields.ts';
import { answer, del, family, fixed, get, id, integerId, likely, post, put } from '../../vocabulary/index.ts';

/** How far the drafting of a profile from a site has come. */
const scrape = {
  status: text,
  source_url: url.nullable(),
  scraped_pages: count.nullable(),
  failure_reason: text.nullable(),
  pending_review: flag,
};

const profile = {
  id,
  source_type: text,
  reviewed_at: timestamp.nullable(),
  ...scrape,
  ...maybe({ project_id: integerId, name: text, tone: text, address: text, sentence_length: text }),
};

/** Fields that writing and changing a profile are likely to take. */
const styleFields = {
  name: likely(text, 'what it is called; every stored thing of a project has a name or title', 'title'),
  tone: likely(
    text,
    'how it sounds; storylines.assemble_article takes a tone beside the profile',
    'voice style formality',
  ),
  description: likely(text, 'the style in words', 'instructions guidelines rules vocabulary address sentence_length'),
  sample_text: likely(
    text,
    'a text to take the style from; from_url learns from texts',
    'examples samples text content',
  ),
  audience: likely(text, 'who is addressed; a research reads it from the project profile', 'traits'),
  language: likely(text, 'language of the texts, such as en; projects have one'),
};

/** Rules: docs/platform/library.md#style-profiles. */
export const styleProfiles = family(
  'style_profiles',
  'How texts of a project should sound: written by hand, or drafted from a site and reviewed',
  { words: 'tone of voice writing style brand voice tonality tone of voice writing style how we sound' },
  () => ({
    list: get('/projects/{project}/style-profiles', {
      does: "List a project's style profiles",
      asked: 'which writing styles tones do we have, available tones, choose a voice',
      output: list(profile),
      concise: 'id source_type source_url status failure_reason pending_review',
    }),
    create: post('/projects/{project}/style-profiles', {
      does: 'Store a style profile written by hand',
      changes: 'Embedded platform: the same name makes a second profile.',
      asked: 'add, define our tone by hand, describe how we write, new voice manually, formal or casual guidelines',
      example: { name: 'House style', tone: 'plain and friendly' },
      likely: styleFields,
      output: one(profile),
      status: 201,
    }),
    get: get('/style-profiles/{id}', {
      does: 'Show a style profile',
      asked: 'what does this writing style say, look at one tone, read tone details, voice description',
      output: one(profile),
    }),
    update: put('/style-profiles/{id}', {
      does: 'Change a style profile; a draft under review counts as accepted',
      changes: 'A profile waiting for review counts as accepted by this.',
      asked:
        'edit, adjust correct the tone, tweak the style, make it more formal or casual, edit voice, the voice is not quite right',
      likely: styleFields,
      output: one(profile),
    }),
    delete: del('/style-profiles/{id}', {
      does: 'Delete a style profile',
      changes: 'No operation brings it back.',
      asked: 'remove, remove a writing style we no longer use, drop a voice',
    }),
    from_url: post('/projects/{project}/style-profiles/from-url', {
      does: 'Draft a style profile from up to 10 pages of a site',
      changes: 'Creates a profile that waits for review: style_profiles.accept or style_profiles.discard ends that.',
      asked:
        'scrape website derive learn imitate generate, copy imitate learn the tone of a website, write like them, analyze how a site sounds, extract voice from site, mimic existing texts, scrape tone, make our texts sound like another website, write like a competitor does, in the manner of another site',
      example: { url: 'https://example.com' },
      // The contract asks for an address and does not name its field.
      input: { url: url.optional().describe('Site to learn from') },
      likely: {
        url: likely(
          url,
          'the site to learn from; the row asks for a URL and the answer has source_url',
          'source_url website website_url page_url link urls',
        ),
        name: likely(text, 'what the profile is called'),
      },
      output: one({ id, status: text, source_url: url, message: text }),
      price: fixed(25),
      job: {
        doing: 'Drafting a style profile',
        watch: 'style_profiles.scrape_status',
        with: { id: answer('id') },
        // pending_review is true from the start, so that the flag tells nothing; the status leaves pending.
        done: ['pending_review', 'ready', 'completed', 'active'],
        usually: 60,
        reason: 'failure_reason',
        failsByReason: true,
        fetch: 'style_profiles.get',
      },
    }),
    scrape_status: get('/style-profiles/{id}/scrape-status', {
      does: 'Show how the drafting of a style profile stands',
      asked:
        'progress pages, is the tone analysis done, how far is learning the style, why did reading the site fail, extraction progress of tone from website, failure reason, pages fetched',
      output: scrape,
    }),
    accept: post('/style-profiles/{id}/accept', {
      does: 'Accept a drafted style profile',
      changes: 'Ends the review; a later discard is refused.',
      asked: 'the drafted tone fits, keep it, that is how we sound, approve proposed voice, keep the suggestion',
      output: one(profile),
    }),
    discard: post('/style-profiles/{id}/discard', {
      does: 'Discard a drafted style profile instead of accepting it',
      changes: 'Soft delete of the draft; its 25 credits stay charged.',
      asked:
        'reject throw away, the drafted tone does not fit, throw away the proposal, bin it, reject proposed voice, refuse suggestion, the voice you came up with is wrong',
      remedies: { 422: 'style_profiles.get' },
      example: { id: 2 },
      effect: 'delete',
      output: { deleted: flag },
      refuses: { 422: 'unless the profile waits for its review' },
    }),
  }),
);
