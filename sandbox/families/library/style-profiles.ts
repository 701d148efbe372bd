import { webAddressIn } from '../shared/open-body.ts';
import { implement, type Stored } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, failed, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';
import type { World } from '../../engine/world.ts';
import { projectOf } from '../content/projects.ts';

type StyleProfile = Stored<'style_profiles.get', 'name' | 'tone' | 'address' | 'sentence_length'> & {
  /** Fields that the contract does not show: name, tone and so on, as given or drafted. */
  traits: Traits;
};

type Traits = Readonly<Record<string, unknown>>;

const profiles = kind<StyleProfile>('style_profile');

const show = ({ id, parent, body: { traits, ...fields } }: Row<StyleProfile>) => ({
  ...traits,
  id,
  project_id: parent,
  ...fields,
});

const scrapePlan = plan('style_profiles.scrape', profiles, after(45, scrape));

/** Rules: docs/platform/library.md#style-profiles. */
export const styleProfileFamily = implement('style_profiles', {
  operations: {
    list: (call) => call.store.all(profiles, { parent: projectOf(call).id }).map(show),
    create: (call) => show(call.add(profiles, newProfile(call.openBody), { parent: projectOf(call).id })),
    get: (call) => show(call.own(profiles, call.input.id)),
    update: (call) => {
      const row = call.own(profiles, call.input.id);
      row.body.traits = { ...row.body.traits, ...call.openBody };
      return show(reviewed(call, row));
    },
    delete: (call) => drop(call, call.own(profiles, call.input.id)),
    from_url: (call) => {
      const { id: parent } = projectOf(call);
      const source_url = webAddressIn(call);
      const row = call.add(
        profiles,
        { ...newProfile({}), status: 'pending', source_type: 'url', source_url, pending_review: true },
        { parent },
      );
      call.start(scrapePlan, row.id);
      return { id: row.id, status: row.body.status, source_url, message: 'The pages are being read.' };
    },
    scrape_status: (call) => {
      const { status, source_url, scraped_pages, failure_reason, pending_review } = call.own(
        profiles,
        call.input.id,
      ).body;
      return { status, source_url, scraped_pages, failure_reason, pending_review };
    },
    accept: (call) => show(reviewed(call, call.own(profiles, call.input.id))),
    discard: (call) => {
      const row = call.own(profiles, call.input.id);
      if (!row.body.pending_review) throw refuse(422, 'The profile does not wait for a review.');
      return drop(call, row);
    },
  },

  seed: ({ add }) => {
    const drafted = {
      ...newProfile({ name: 'As on the site', ...drafts[0] }),
      source_type: 'url',
      source_url: 'https://fjordkiste.example',
    } as const;
    add(profiles, newProfile({ name: 'House style', tone: 'plain', sentence_length: 'short' }), { team: 1, parent: 1 });
    add(
      profiles,
      { ...drafted, status: 'pending_review', pending_review: true, scraped_pages: 7 },
      { team: 1, parent: 1 },
    );
    add(profiles, newProfile({ name: 'Menu language' }), { team: 2, parent: 3 });
  },
});

const drafts: readonly [Traits, ...Traits[]] = [
  { tone: 'warm and practical', address: 'informal', sentence_length: 'short' },
  { tone: 'dry and exact', address: 'formal', sentence_length: 'medium' },
  { tone: 'curious and light', address: 'informal', sentence_length: 'varied' },
];

const newProfile = (traits: Traits): StyleProfile => ({
  status: 'active',
  source_type: 'manual',
  source_url: null,
  pending_review: false,
  scraped_pages: null,
  failure_reason: null,
  reviewed_at: null,
  traits,
});

/** docs/platform/library.md#style-profiles: accepting and editing both end a review; without an open one, nothing changes. */
function reviewed({ now }: World, row: Row<StyleProfile>): Row<StyleProfile> {
  const { body } = row;
  if (body.pending_review) {
    Object.assign(body, {
      pending_review: false,
      reviewed_at: iso(now()),
      status: body.status === 'pending_review' ? 'active' : body.status,
    });
  }
  return row;
}

function drop({ jobs, now }: World, row: Row<StyleProfile>) {
  jobs.stop(scrapePlan, row.id);
  row.deletedAt = now();
  return { deleted: true };
}

function scrape(row: Row<StyleProfile>, { world }: Running): 'failed' | void {
  const { id, body } = row;
  if (shouldFail(body.source_url))
    return failed(row, {
      status: 'failed',
      pending_review: false,
      failure_reason: 'No page of the site could be read, as its address asked for.',
    });
  const random = world.invent('style', id, body.source_url ?? '');
  body.scraped_pages = random.whole(3, 10);
  body.traits = { name: `Drafted from ${body.source_url}`, ...random.pick(drafts), ...body.traits };
  // If it was accepted or edited meanwhile, there is nothing to review.
  body.status = body.pending_review ? 'pending_review' : 'active';
}
