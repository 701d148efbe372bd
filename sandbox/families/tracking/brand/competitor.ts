import { kind, type Row } from '../../../engine/documents.ts';
import { capital } from '../../../invention/writing/label.ts';
import type { World } from '../../../engine/world.ts';
import type { TrackingProject } from './kinds.ts';

/** Facts about a competitor besides its place on the list; kept when it is deselected. */
export interface Competitor {
  domain: string;
  brand_name: string | null;
  /** null: entered by hand. */
  source: 'wizard' | 'api' | 'analysis' | null;
  source_url: string | null;
}

/** The parent is the tracking project, whose `competitor_domains` say which are active. */
export const trackingCompetitors = kind<Competitor>('tracking_competitor');

/** Keeps a record of all competitors on the list, so that one that leaves it shows as deselected. */
export function rememberCompetitors(
  { store, add }: World,
  { id: parent, team, body }: Row<TrackingProject>,
  source: Competitor['source'],
): void {
  const existing = new Set(store.all(trackingCompetitors, { parent }).map((row) => row.body.domain));
  for (const domain of body.competitor_domains.filter((one) => !existing.has(one))) {
    const record = { domain, brand_name: brandOf(domain), source, source_url: null };
    add(trackingCompetitors, record, { team, parent });
  }
}

export function forgetCompetitor({ store }: World, { id: parent }: Row<TrackingProject>, domain: string): void {
  for (const row of store.all(trackingCompetitors, { parent })) if (row.body.domain === domain) store.remove(row);
}

const brandOf = (domain: string): string => capital(domain.replace(/\..*$/, ''));
