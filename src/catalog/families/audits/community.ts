import * as z from 'zod';
import { count, flag, id, key, text, timestamp } from '../../fields.ts';
import { family, get, limit, minute, one, paged, post, list } from '../../operation.ts';

/** Document 3, "Community plan". */
const plan = {
  id,
  slug: text,
  label: text,
  price_cents: count,
  price_eur: text,
  currency: text,
  included_rankion_plan: text.nullable(),
  is_default: flag,
  is_active: flag,
  sort_order: count,
};

const membership = z
  .looseObject({
    plan_id: id.nullable(),
    plan_label: text.nullable(),
    status: text.nullable(),
    ends_at: timestamp.nullable(),
  })
  .nullable();

const member = { id, membership, team_id: id.nullable() };

const state = z.enum(['open', 'answered', 'solved', 'closed']);

const topic = { id, title: text, state };

/** Document 1, "Rate limits": community public reads; forum writes and reports. */
const open = { audience: { who: 'public' as const }, limits: [limit('community.public', 60, minute)] };
const moderation = [limit('community.forum', 120, minute)];

/** Document 3, "Community": an admin group over all teams, with public plans and a public forum. */
export const community = family(
  'community',
  'The community: members, channels and conversations for admins; plans and forum for everybody',
  { words: 'users chat group forum discussion board', audience: { who: 'admin' } },
  () => ({
    list_members: get('/community/members', {
      does: 'List members of the community',
      words: 'users people search subscribers',
      input: {
        q: text.optional(),
        membership_level: z.enum(['std', 'pro']).optional(),
        status: z.enum(['aktiv', 'gesperrt', 'unbestaetigt']).optional().describe('active, blocked, unconfirmed'),
      },
      output: paged(member, 25, 100),
    }),
    get_member: get('/community/members/{member}', {
      does: 'Show one member',
      words: 'user profile',
      output: one(member),
    }),
    get_membership: get('/community/members/{member}/membership', {
      does: "Show a member's level, status and end of term",
      words: 'subscription plan running',
      output: one({ is_running: flag }),
    }),
    list_channels: get('/community/channels', {
      does: 'List channels with their rights and message counts',
      words: 'rooms chat',
      input: { active: z.literal(1).optional().describe('1: only open channels') },
      output: list({ id }),
    }),
    list_messages: get('/community/channels/{channel}/messages', {
      does: "List a channel's messages, authors by pseudonym",
      words: 'chat history posts',
      input: { channel: key },
      output: paged({ id }, 50, 200),
    }),
    list_conversations: get('/community/conversations', {
      does: 'List direct conversations as counts, without any text',
      words: 'dm private messages',
      output: paged({ id, participants: z.array(text), messages_count: count, last_message_at: timestamp }, 25, 200),
    }),

    list_plans: get('/community/plans', {
      does: 'List community plans and prices',
      words: 'membership cost subscription catalog',
      input: { include_inactive: z.literal(1).optional().describe('1: retired plans too') },
      output: list(plan),
      ...open,
    }),
    get_plan: get('/community/plans/{plan}', {
      does: 'Show one community plan',
      words: 'membership cost',
      input: { plan: key },
      output: one(plan),
      ...open,
    }),
    list_sections: get('/community/forum/sections', {
      does: 'List active forum sections',
      words: 'categories board',
      output: list({ id }),
      ...open,
    }),
    list_topics: get('/community/forum/topics', {
      does: 'List forum topics, the latest activity first',
      words: 'threads discussions questions search',
      input: { section: key.optional(), state: state.optional(), q: text.optional() },
      output: paged(topic, 25, 100),
      ...open,
    }),
    get_topic: get('/community/forum/topics/{topic}', {
      does: 'Show a forum topic with its replies and solution',
      words: 'thread posts answers',
      input: {
        topic: key,
        page: z.int().positive().optional(),
        per_page: z.int().min(1).max(100).optional().describe('Replies a page (25, at most 100)'),
      },
      output: { data: z.looseObject(topic), posts_meta: z.looseObject({}) },
      ...open,
    }),
    create_topic: post('/community/forum/topics', {
      does: 'Open a forum topic in the name of a member',
      changes: 'Public at once, in the name of the member; no operation deletes it.',
      words: 'post thread write new',
      example: { section: 'questions' },
      input: { section: key, member_id: id, title: text.min(8).max(200), body: text.min(20).max(20_000) },
      output: one(topic),
      status: 201,
      limits: moderation,
      refuses: { 422: 'where the section forbids writing' },
    }),
    list_reports: get('/community/forum/reports', {
      does: 'List notices about forum posts, open ones by default',
      words: 'moderation abuse complaints objections flagged',
      output: paged({ id }),
      limits: moderation,
    }),
  }),
);
