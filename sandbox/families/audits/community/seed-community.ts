import { days, iso, minutes } from '../../../engine/platform-time.ts';
import type { World } from '../../../engine/world.ts';
import {
  channels,
  conversations,
  members,
  messages,
  nobody,
  plans,
  posts,
  reports,
  sections,
  topics,
  type Member,
} from './kinds.ts';

/** The community of a new sandbox: a handful of invented people, what they wrote, and what they pay. */
export function seedCommunity({ add, now }: World): void {
  const at = now();
  const place = { team: nobody, at };
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
  const people: readonly [string, string, Partial<Member>][] = [
    [
      'Ada Moos',
      'mossy',
      {
        membership_level: 'pro',
        plan_id: pro ?? null,
        subscription_status: 'active',
        ends_at: iso(at + 90 * days),
        subscription_id: 'sub_invented1',
      },
    ],
    [
      'Ben Kahn',
      'paddler',
      {
        membership_level: 'pro',
        plan_id: pro ?? null,
        subscription_status: 'past_due',
        ends_at: iso(at + 5 * days),
        subscription_id: 'sub_invented2',
      },
    ],
    ['Cleo Stern', 'northstar', {}],
    [
      'Dan Grau',
      'greyhat',
      {
        status: 'gesperrt',
        plan_id: pro ?? null,
        subscription_status: 'canceled',
        ends_at: iso(at - 30 * days),
        subscription_id: 'sub_invented3',
      },
    ],
    ['Eva Neu', 'newcomer', { status: 'unbestaetigt' }],
  ];
  const ids: number[] = people.map(([name, pseudonym, more]) => {
    const body: Member = {
      name,
      pseudonym,
      email: `${pseudonym}@members.example`,
      membership_level: 'std',
      status: 'aktiv',
      plan_id: null,
      subscription_status: null,
      ends_at: null,
      subscription_id: null,
      ...more,
    };
    return add(members, body, place).id;
  });
  const member = (n: number): number => ids[n % ids.length] ?? 1;

  for (const [n, [name, is_open]] of (
    [
      ['Camp fire', true],
      ['Workshop', true],
      ['Attic', false],
    ] as const
  ).entries()) {
    const { id: parent } = add(
      channels,
      {
        name,
        is_open,
        can_read: ['std', 'pro'],
        can_write: n === 1 ? ['pro'] : ['std', 'pro'],
        sort_order: n + 1,
      },
      place,
    );
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
  add(
    reports,
    {
      reason: 'advertising',
      status: 'open',
      decision: null,
      reasoning: null,
      objections: [],
      reporter_email: 'mossy@members.example',
    },
    place,
  );
  add(
    reports,
    {
      reason: 'insult',
      status: 'decided',
      decision: 'removed',
      reasoning: 'It was one.',
      objections: ['I meant well.'],
      reporter_email: null,
    },
    place,
  );
}
