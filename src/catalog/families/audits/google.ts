import * as z from 'zod';
import { flag, id, integerId, key, text, timestamp } from '../../vocabulary/fields.ts';
import { assumed, list, maybe } from '../../vocabulary/answer.ts';
import { del, family, fixed, get, likely, post, type Row } from '../../vocabulary/index.ts';

const propertyFields = maybe({
  id,
  service: text,
  name: text,
  connection_id: id,
  linked: flag,
  synced_at: timestamp,
  project_id: integerId,
});

/** What both sorts of property share; neither bodies nor shapes are shown. */
const properties = (service: string, asked: string) =>
  ({
    does: `List the ${service} properties of the connected accounts`,
    asked,
    output: list(propertyFields),
  }) as const satisfies Row;

const property = { p: key.describe('The property') };

const linking = (service: string, asked: string) =>
  ({
    does: `Link a ${service} property to the platform`,
    changes: 'Unlinking undoes it. Embedded platform: needed before figures can be fetched; repeating changes nothing.',
    asked,
    input: property,
    likely: {
      project_id: likely(integerId, 'project it belongs to; a property is of one site'),
      tracking_project_id: likely(id, 'brand it belongs to'),
    },
    optionalBody: true,
    output: assumed(propertyFields),
  }) as const satisfies Row;

const unlinking = (service: string, asked: string) =>
  ({
    does: `Unlink a ${service} property`,
    changes: 'Linking it again undoes it. Embedded platform: no further figures are fetched.',
    asked,
    input: property,
    output: assumed(propertyFields),
  }) as const satisfies Row;

const metrics = (service: string, asked: string) =>
  ({
    does: `Show the ${service} figures of a property`,
    asked,
    input: property,
    output: assumed({ property: z.looseObject(propertyFields), data: z.array(z.looseObject({})) }),
  }) as const satisfies Row;

/** Rules: docs/platform/audits.md#google. */
export const google = family(
  'google',
  'Connected Google accounts: Search Console and Analytics properties, review access',
  {
    words:
      'gsc ga4 search console analytics oauth integration google account search console analytics visitors find us on google',
  },
  () => ({
    list_connections: get('/google/connections', {
      does: 'List the connected Google accounts',
      asked: 'integrations oauth, which google accounts are connected logged in, is google connected, linked accounts',
      output: list(maybe({ id, email: text, scopes: z.array(text), connected_at: timestamp })),
    }),
    disconnect: del('/google/connections/{id}', {
      does: 'Disconnect a Google account',
      changes: 'No operation connects it again. Embedded platform: all properties of the account go with it.',
      asked: 'integration, remove our google account, take google access away, log out of google, revoke google access',
    }),

    gsc_properties: get(
      '/google/gsc/properties',
      properties(
        'Search Console',
        'sites data streams, which websites are in our search console, search console sites available',
      ),
    ),
    link_gsc_property: post(
      '/google/gsc/properties/{p}/link',
      linking(
        'Search Console',
        'connect search console of our site with the platform, attach gsc site to project, connect my search console',
      ),
    ),
    unlink_gsc_property: del(
      '/google/gsc/properties/{p}/link',
      unlinking('Search Console', 'remove, disconnect a search console site, detach gsc, detach gsc site'),
    ),
    gsc_metrics: get(
      '/google/gsc/properties/{p}/metrics',
      metrics(
        'Search Console',
        'clicks impressions ctr position queries, how many clicks impressions from google search, average position, top queries, search console performance, search traffic, ctr, ranking queries, how are we doing in google search',
      ),
    ),
    sync_gsc_property: post('/google/gsc/properties/{p}/sync', {
      does: 'Fetch the newest Search Console figures of a property',
      changes: 'Embedded platform: refused with 409 while the property is not linked.',
      asked: 'refresh pull import, fetch get fresh current numbers from google search console, update gsc data now',
      output: assumed({ status: text, property: z.looseObject(propertyFields) }),
      input: property,
      price: fixed(1),
      remedies: { 409: 'google.link_gsc_property' },
      shows: 'google.gsc_metrics of the property',
    }),

    ga4_properties: get(
      '/google/ga4/properties',
      properties(
        'Analytics',
        'sites data streams, which sites are in our google analytics, analytics streams available',
      ),
    ),
    link_ga4_property: post(
      '/google/ga4/properties/{p}/link',
      linking(
        'Analytics',
        'connect google analytics of our site with the platform, attach analytics property, connect my analytics',
      ),
    ),
    unlink_ga4_property: del(
      '/google/ga4/properties/{p}/link',
      unlinking('Analytics', 'remove, disconnect google analytics, detach ga4, detach analytics property'),
    ),
    ga4_metrics: get(
      '/google/ga4/properties/{p}/metrics',
      metrics(
        'Analytics',
        'sessions users traffic visits conversions, how many visitors did we have, traffic, page views from analytics, sessions users conversions, website visitors',
      ),
    ),

    reviews_status: get('/integrations/google/reviews/status', {
      does: 'Show whether Google reviews are connected',
      asked:
        'business profile rating access, are google reviews connected, does the google business reviews access work, google business reviews connection state',
      output: assumed({ connected: flag }),
    }),
  }),
);
