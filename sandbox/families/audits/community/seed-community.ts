import { days, iso, minutes } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import {
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
} from './kinds.ts';

/** The community of a new sandbox: a few invented people, their posts, and their payments. */
export function seedCommunity({ add, now }: World): void {
  const at = now();
  const place = { team: communityTeam, at };
  const [, pro] = (
    [
      ['basis', 'Basis', 0, null, true, true],
      ['pro', 'Pro', 2900, 'starter', false, true],
      ['early', 'Early bird', 1900, 'starter', false, false],
    ] as const
  ).map(
    ([slug, label, price_cents, included_rankion_plan, is_default, is_active], n) =>
      add(plans, { slug, label, price_cents, included_rankion_plan, is_default, is_active, sort_order: n + 1 }, place)
        .id,
  );
  const ids = people.map(([name, pseudonym, status, membership]) => {
    const [subscription_status, daysLeft, subscription_id] = membership ?? [null, null, null];
    const body: Member = {
      name,
      pseudonym,
      email: `${pseudonym}@members.example`,
      membership_level: (daysLeft ?? 0) > 0 ? 'pro' : 'std',
      status,
      plan_id: membership ? (pro ?? null) : null,
      subscription_status,
      ends_at: daysLeft === null ? null : iso(at + daysLeft * days),
      subscription_id,
    };
    return add(members, body, place).id;
  });
  const member = (n: number): number => ids[n % ids.length] ?? 1;

  for (const [n, name] of ['Camp fire', 'Workshop', 'Attic'].entries()) {
    const can_write = n === 1 ? ['pro'] : ['std', 'pro'];
    const channel = { name, is_open: n < 2, can_read: ['std', 'pro'], can_write, sort_order: n + 1 };
    const { id: parent } = add(channels, channel, place);
    for (const [m, body] of ['Good morning.', 'Something rude.', 'Has anybody invented a better box?'].entries()) {
      add(
        messages,
        { member_id: member(n + m), body, hidden: m === 1 },
        { ...place, parent, at: at - (60 - m) * minutes },
      );
    }
  }
  add(
    conversations,
    { members: [member(0), member(1)], messages_count: 12, last_message_at: iso(at - 3 * minutes) },
    place,
  );

  const [questions] = (
    [
      ['questions', 'Questions', true, true],
      ['news', 'News', true, false],
      ['archive', 'Archive', false, false],
    ] as const
  ).map(([slug, label, is_active, can_write]) => add(sections, { slug, label, is_active, can_write }, place).id);
  const threads: readonly [string, 'open' | 'answered' | 'solved' | 'closed', boolean, number][] = [
    ['How do I keep the lid dry?', 'solved', false, 50],
    ['Which stove for two people?', 'open', false, 20],
    ['Off-topic quarrel about boats', 'closed', true, 10],
  ];
  for (const [title, state, hidden, ago] of threads) {
    const body = {
      section_id: questions ?? 1,
      member_id: member(2),
      title,
      body: `${title} Asked by an invented person.`,
      state,
      hidden,
      last_activity_at: iso(at - ago * minutes),
    };
    const { id: parent } = add(topics, body, place);
    for (const [m, reply] of ['Wipe it first.', 'Buy my boxes!!', 'Put a cloth below the lid.'].entries()) {
      add(
        posts,
        { member_id: member(m), body: reply, hidden: m === 1, is_solution: state === 'solved' && m === 2 },
        { ...place, parent, at: at - (ago - m) * minutes },
      );
    }
  }
  const open = { reason: 'advertising', status: 'open', decision: null, reasoning: null } as const;
  add(reports, { ...open, objections: [], reporter_email: 'mossy@members.example' }, place);
  const decided = { reason: 'insult', status: 'decided', decision: 'removed', reasoning: 'It was one.' } as const;
  add(reports, { ...decided, objections: ['I meant well.'], reporter_email: null }, place);
}

type Membership = readonly [Member['subscription_status'], daysLeft: number, subscription_id: string];

const people: readonly (readonly [string, pseudonym: string, Member['status'], Membership | null])[] = [
  ['Ada Moos', 'mossy', 'aktiv', ['active', 90, 'sub_invented1']],
  ['Ben Kahn', 'paddler', 'aktiv', ['past_due', 5, 'sub_invented2']],
  ['Cleo Stern', 'northstar', 'aktiv', null],
  ['Dan Grau', 'greyhat', 'gesperrt', ['canceled', -30, 'sub_invented3']],
  ['Eva Neu', 'newcomer', 'unbestaetigt', null],
];
