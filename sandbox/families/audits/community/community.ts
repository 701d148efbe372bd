import { matches } from '../../shared/matches.ts';
import {
  adminLog,
  channels,
  conversations,
  members,
  messages,
  communityTeam,
  plans,
  posts,
  reports,
  sections,
  topics,
  type Member,
  type Plan,
  type Topic,
} from './kinds.ts';
import { seedCommunity } from './seed-community.ts';
import { implement } from '../../../engine/implement.ts';
import { existing } from '../../../engine/handler-call.ts';
import type { Id, Kind, Row } from '../../../engine/documents.ts';
import { iso } from '../../../engine/platform-time.ts';
import { invalid, notFound } from '../../../engine/http/refusal.ts';
import { page, slices } from '../../../engine/http/reply.ts';
import type { World } from '../../../engine/world.ts';

/** Rules: docs/platform/workspace.md#community. */
export const communityFamily = implement('community', {
  operations: {
    list_members: (call) => {
      const { input } = call;
      const q = input.q?.toLowerCase() ?? '';
      const memberRows = call.store
        .all(members)
        .filter(
          ({ body }) =>
            `${body.name} ${body.pseudonym} ${body.email}`.toLowerCase().includes(q) &&
            matches(input, body, 'membership_level', 'status'),
        );
      return slices(memberRows.toReversed(), (row) => showMember(call, row));
    },
    get_member: (call) => showMember(call, existing(call, members, call.input.member, 'member')),
    get_membership: (call) => {
      const { id, body } = existing(call, members, call.input.member, 'member');
      const { membership_level: level, subscription_status: status, ends_at, subscription_id } = body;
      // docs/platform/workspace.md#community: running means active, trialing or past due.
      return {
        member_id: id,
        level,
        status,
        ends_at,
        subscription_id,
        is_running: ['active', 'trialing', 'past_due'].includes(status ?? ''),
      };
    },
    list_channels: ({ store, input }) =>
      store
        .all(channels)
        .filter(({ body }) => input.active === undefined || body.is_open)
        .toReversed()
        .map(({ id, body }) => ({
          id,
          ...body,
          messages_count: store.all(messages, { parent: id }).filter((row) => !row.body.hidden).length,
        })),
    list_messages: (call) => {
      const { id: parent } = existing(call, channels, call.input.channel, 'channel');
      return slices(
        call.store.all(messages, { parent }).filter(({ body }) => !body.hidden),
        ({ id, createdAt, body }) => ({
          id,
          author: pseudonym(call, body.member_id),
          body: body.body,
          created_at: iso(createdAt),
        }),
      );
    },
    list_conversations: (call) =>
      slices(call.store.all(conversations), ({ id, body }) => ({
        id,
        participants: body.members.map((member) => pseudonym(call, member)),
        messages_count: body.messages_count,
        last_message_at: body.last_message_at,
      })),

    list_plans: ({ store, input }) =>
      store
        .all(plans)
        .filter(({ body }) => body.is_active || input.include_inactive !== undefined)
        .toSorted((a, b) => a.body.sort_order - b.body.sort_order)
        .map(showPlan),
    get_plan: (call) => {
      const row = bySlug(call, plans, call.input.plan);
      if (!row) throw notFound('plan');
      return showPlan(row);
    },
    list_sections: ({ store, address }) =>
      store
        .all(sections)
        .filter(({ body }) => body.is_active)
        .toReversed()
        .map(({ id, body: { slug, label, can_write } }) => ({
          id,
          slug,
          label,
          topics_count: store.all(topics).filter(({ body }) => body.section_id === id && !body.hidden).length,
          can_write,
          url: address(`/community/forum/${slug}`),
        })),
    list_topics: (call) => {
      const { input, store } = call;
      const section = input.section !== undefined ? (bySlug(call, sections, input.section)?.id ?? null) : undefined;
      const q = input.q?.toLowerCase() ?? '';
      const topicRows = store
        .all(topics)
        .filter(
          ({ body }) =>
            !body.hidden &&
            (section === undefined || body.section_id === section) &&
            matches(input, body, 'state') &&
            `${body.title} ${body.body}`.toLowerCase().includes(q),
        );
      return slices(
        topicRows.toSorted((a, b) => b.body.last_activity_at.localeCompare(a.body.last_activity_at)),
        (row) => showTopic(call, row),
      );
    },
    get_topic: (call) => {
      const row = existing(call, topics, call.input.topic, 'topic');
      if (row.body.hidden) throw notFound('topic');
      const visible = call.store
        .all(posts, { parent: row.id })
        .filter(({ body }) => !body.hidden)
        .toReversed();
      const replies = slices(visible, ({ id, createdAt, body }) => ({
        id,
        author: pseudonym(call, body.member_id),
        body: body.body,
        is_solution: body.is_solution,
        created_at: iso(createdAt),
      }));
      const { data, meta } = page(replies, { page: call.input.page ?? 1, perPage: call.input.per_page ?? 25 });
      return { data: { ...showTopic(call, row), posts: data }, posts_meta: meta };
    },
    create_topic: (call) => {
      const { input, store, add, now } = call;
      const section = bySlug(call, sections, input.section);
      if (!section) throw invalid({ section: ['There is no such section.'] });
      if (!section.body.can_write) throw invalid({ section: ['Nobody may write in this section.'] });
      const member = store.get(members, input.member_id);
      if (!member) throw invalid({ member_id: ['There is no such member.'] });
      const body: Topic = {
        section_id: section.id,
        member_id: member.id,
        title: input.title,
        body: input.body,
        state: 'open',
        hidden: false,
        last_activity_at: iso(now()),
      };
      const row = add(topics, body, { team: communityTeam });
      add(
        adminLog,
        { user: call.caller.user, action: 'forum.topic.created', topic_id: row.id },
        { team: communityTeam },
      );
      return showTopic(call, row);
    },
    list_reports: ({ store }) =>
      slices(
        store.all(reports).filter(({ body }) => body.status === 'open'),
        ({ id, body: { reporter_email, ...body } }) => ({
          id,
          case_number: `F-${String(id).padStart(5, '0')}`,
          ...body,
          reporter_reachable: reporter_email !== null,
        }),
      ),
  },

  seed: seedCommunity,
});

const bySlug = <T extends { slug: string }>({ store }: World, of: Kind<T>, key: Id): Row<T> | undefined =>
  store.all(of).find(({ id }) => id === key) ?? store.all(of).find(({ body }) => body.slug === key);

const pseudonym = ({ store }: World, member: number): string => store.get(members, member)?.body.pseudonym ?? 'gone';

function showMember({ store }: World, { id, createdAt, body }: Row<Member>) {
  const plan = body.plan_id === null ? undefined : store.get(plans, body.plan_id);
  return {
    id,
    name: body.name,
    pseudonym: body.pseudonym,
    email: body.email,
    membership_level: body.membership_level,
    status: body.status,
    team_id: null,
    membership: plan
      ? {
          plan_id: plan.id,
          plan_label: plan.body.label,
          status: body.subscription_status,
          ends_at: body.ends_at,
          subscription_id: body.subscription_id,
        }
      : null,
    created_at: iso(createdAt),
  };
}

/** Two decimals, as text (docs/platform/workspace.md#community). */
const showPlan = ({ id, body }: Row<Plan>) => ({
  id,
  ...body,
  price_eur: (body.price_cents / 100).toFixed(2),
  currency: 'EUR',
});

const showTopic = (call: World, { id, createdAt, body: { hidden: _, member_id, ...body } }: Row<Topic>) => ({
  id,
  ...body,
  author: pseudonym(call, member_id),
  created_at: iso(createdAt),
});
