import * as z from 'zod';
import { count, flag, id, integerId, key, text, timestamp } from '../../vocabulary/fields.ts';
import { family, get, limit, list, maybe, minute, one, paged, post } from '../../vocabulary/index.ts';

/** Rules: docs/platform/workspace.md#community. */
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
    ...maybe({ subscription_id: text }),
  })
  .nullable();

const member = {
  id,
  membership,
  team_id: integerId.nullable(),
  ...maybe({
    name: text,
    pseudonym: text,
    email: text,
    membership_level: text,
    status: text,
    created_at: timestamp,
  }),
};

const state = z.enum(['open', 'answered', 'solved', 'closed']);

const topic = {
  id,
  title: text,
  state,
  ...maybe({ section_id: id, body: text, author: text, created_at: timestamp, last_activity_at: timestamp }),
};

const reply = { id, is_solution: flag, ...maybe({ author: text, body: text, created_at: timestamp }) };

/** docs/platform/limits.md#special-limits: community public reads; forum writes and reports. */
const open = { audience: { who: 'public' as const }, limits: [limit('community.public', 60, minute)] };
const moderation = [limit('community.forum', 120, minute)];

/** docs/platform/workspace.md#community: an admin group over all teams, with public plans and a public forum. */
export const community = family(
  'community',
  'The community: members, channels and conversations for admins; plans and forum for everybody',
  {
    words: 'users chat group forum discussion board members forum chat of the community',
    audience: { who: 'admin' },
    meanings: { aktiv: 'active', gesperrt: 'blocked', unbestaetigt: 'unconfirmed' },
  },
  () => ({
    list_members: get('/community/members', {
      does: 'List members of the community',
      asked:
        'users people search subscribers, who is in the community, which members are locked banned unconfirmed, registered users of the community, search member',
      input: {
        q: text.optional(),
        membership_level: z.enum(['std', 'pro']).optional(),
        status: z.enum(['aktiv', 'gesperrt', 'unbestaetigt']).optional().describe('active, blocked, unconfirmed'),
      },
      output: paged(member, 25, 100),
    }),
    get_member: get('/community/members/{member}', {
      does: 'Show one member',
      asked: 'user profile, look up one community member, member record',
      output: one(member),
    }),
    get_membership: get('/community/members/{member}/membership', {
      does: "Show a member's level, status and end of term",
      asked:
        "subscription plan running, is somebody's membership subscription still running, until when, std or pro, when does a member's pro membership end, subscription state",
      output: one({
        is_running: flag,
        ...maybe({ member_id: id, level: text, status: text, ends_at: timestamp, subscription_id: text }),
      }),
    }),
    list_channels: get('/community/channels', {
      does: 'List channels with their rights and message counts',
      asked: 'which chat rooms are there in the community, rooms with rights, who is allowed to write in which channel',
      input: { active: z.literal(1).optional().describe('1: only open channels') },
      output: list({
        id,
        ...maybe({
          name: text,
          is_open: flag,
          can_read: z.array(text),
          can_write: z.array(text),
          sort_order: count,
          messages_count: count,
        }),
      }),
    }),
    list_messages: get('/community/channels/{channel}/messages', {
      does: "List a channel's messages, authors by pseudonym",
      asked: 'posts, what was written in a chat room, read the channel, what members write in a room, channel history',
      input: { channel: key },
      output: paged({ id, ...maybe({ author: text, body: text, created_at: timestamp }) }, 50, 200),
    }),
    list_conversations: get('/community/conversations', {
      does: 'List direct conversations as counts, without any text',
      asked: 'dm, how many private direct messages, who talks with whom, overview of private chats counts',
      output: paged({ id, participants: z.array(text), messages_count: count, last_message_at: timestamp }, 25, 200),
    }),

    list_plans: get('/community/plans', {
      does: 'List community plans and prices',
      asked: 'how much does community membership cost, prices of the community, pricing of community tiers',
      input: { include_inactive: z.literal(1).optional().describe('1: retired plans too') },
      output: list(plan),
      ...open,
    }),
    get_plan: get('/community/plans/{plan}', {
      does: 'Show one community plan',
      asked: 'membership cost, what is in one community plan, price details, details of one tier',
      input: { plan: key },
      output: one(plan),
      ...open,
    }),
    list_sections: get('/community/forum/sections', {
      does: 'List active forum sections',
      asked: 'categories board, which areas boards does the forum have, boards of the forum',
      output: list({
        id,
        ...maybe({ slug: text, label: text, topics_count: count, can_write: flag, url: text }),
      }),
      ...open,
    }),
    list_topics: get('/community/forum/topics', {
      does: 'List forum topics, the latest activity first',
      asked:
        'threads discussions questions search, what do people discuss in the forum, unanswered questions, search threads, forum questions, newest discussions, unsolved threads',
      input: { section: key.optional(), state: state.optional(), q: text.optional() },
      output: paged(topic, 25, 100),
      ...open,
    }),
    get_topic: get('/community/forum/topics/{topic}', {
      does: 'Show a forum topic with its replies and solution',
      asked: 'posts, read a forum thread with replies, was it solved, read a forum question with its answers',
      input: {
        topic: key,
        page: z.int().positive().optional(),
        per_page: z.int().min(1).max(100).optional().describe('Replies a page (25, at most 100)'),
      },
      output: {
        data: z.looseObject({ ...topic, ...maybe({ posts: z.array(z.looseObject(reply)) }) }),
        posts_meta: z.looseObject({ current_page: count, per_page: count, total: count, last_page: count }),
      },
      ...open,
    }),
    create_topic: post('/community/forum/topics', {
      does: 'Open a forum topic in the name of a member',
      changes: 'Writes a row of the admin log; no operation deletes the topic. Embedded platform: public at once.',
      asked: 'write, post start a new thread discussion in the forum, start discussion on behalf of a member',
      example: { section: 'questions' },
      input: { section: key, member_id: id, title: text.min(8).max(200), body: text.min(20).max(20_000) },
      output: one(topic),
      status: 201,
      limits: moderation,
      refuses: { 422: 'where the section forbids writing' },
    }),
    list_reports: get('/community/forum/reports', {
      does: 'List notices about forum posts, open ones by default',
      asked:
        'moderation abuse complaints objections flagged, which posts were reported flagged, complaints about the forum, moderation queue, complaints to moderate, reported content',
      output: paged({
        id,
        ...maybe({
          case_number: text,
          reason: text,
          status: text,
          decision: text,
          reasoning: text,
          objections: z.array(z.unknown()),
          reporter_reachable: flag,
        }),
      }),
      limits: moderation,
    }),
  }),
);
