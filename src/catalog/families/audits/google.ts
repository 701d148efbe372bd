import * as z from 'zod';
import { flag, id, key, text, timestamp } from '../../fields.ts';
import { assumed, del, family, fixed, get, likely, list, post, type Row, deleted, maybe } from '../../operation.ts';

const propertyFields = maybe({
  id,
  service: text,
  name: text,
  connection_id: id,
  linked: flag,
  synced_at: timestamp,
  project_id: id,
});

/** What both sorts of property share; neither bodies nor shapes are shown. */
const properties = (service: string) =>
  ({
    does: `List the ${service} properties of the connected accounts`,
    words: 'sites data streams',
    output: list(propertyFields),
  }) as const satisfies Row;

const property = { p: key.describe('The property') };

const linking = (service: string) =>
  ({
    does: `Link a ${service} property to the platform`,
    changes: 'Needed before figures can be fetched. Repeating changes nothing; unlinking undoes it.',
    words: 'attach connect',
    input: property,
    open: true,
    likely: {
      project_id: likely(id, 'project it belongs to; a property is of one site'),
      tracking_project_id: likely(id, 'brand it belongs to'),
    },
    optionalBody: true,
    output: assumed(propertyFields),
  }) as const satisfies Row;

const unlinking = (service: string) =>
  ({
    does: `Unlink a ${service} property`,
    changes: 'No further figures are fetched; linking it again undoes it.',
    words: 'detach disconnect remove',
    input: property,
    output: assumed(propertyFields),
  }) as const satisfies Row;

const metrics = (service: string, words: string) =>
  ({
    does: `Show the ${service} figures of a property`,
    words,
    input: property,
    output: assumed({ property: z.looseObject(propertyFields), data: z.array(z.looseObject({})) }),
  }) as const satisfies Row;

/** Document 3, "Action center, integrations, blog, OS". */
export const google = family(
  'google',
  'Connected Google accounts: Search Console and Analytics properties, review access',
  { words: 'gsc ga4 search console analytics oauth integration' },
  () => ({
    list_connections: get('/google/connections', {
      does: 'List the connected Google accounts',
      words: 'integrations oauth',
      output: list(maybe({ id, email: text, scopes: z.array(text), connected_at: timestamp })),
    }),
    disconnect: del('/google/connections/{id}', {
      does: 'Disconnect a Google account',
      changes: 'All properties of the account go with it. Connecting again needs a person in the web application.',
      words: 'revoke remove integration',
      output: deleted,
    }),

    gsc_properties: get('/google/gsc/properties', properties('Search Console')),
    link_gsc_property: post('/google/gsc/properties/{p}/link', linking('Search Console')),
    unlink_gsc_property: del('/google/gsc/properties/{p}/link', unlinking('Search Console')),
    gsc_metrics: get(
      '/google/gsc/properties/{p}/metrics',
      metrics('Search Console', 'clicks impressions ctr position queries'),
    ),
    sync_gsc_property: post('/google/gsc/properties/{p}/sync', {
      does: 'Fetch the newest Search Console figures of a property',
      changes: 'Refused with 409 while the property is not linked.',
      words: 'update refresh pull import',
      output: assumed({ status: text, property: z.looseObject({}) }),
      input: property,
      price: fixed(1),
      remedies: { 409: 'google.link_gsc_property' },
      shows: 'google.gsc_metrics of the property',
    }),

    ga4_properties: get('/google/ga4/properties', properties('Analytics')),
    link_ga4_property: post('/google/ga4/properties/{p}/link', linking('Analytics')),
    unlink_ga4_property: del('/google/ga4/properties/{p}/link', unlinking('Analytics')),
    ga4_metrics: get(
      '/google/ga4/properties/{p}/metrics',
      metrics('Analytics', 'sessions users traffic visits conversions'),
    ),

    reviews_status: get('/integrations/google/reviews/status', {
      does: 'Show whether Google reviews are connected',
      words: 'business profile rating access',
      output: assumed({ connected: flag }),
    }),
  }),
);
