import type { Call } from '../../engine/handler-call.ts';
import { implement } from '../../engine/implement.ts';
import { change, kind, type Id, type Row } from '../../engine/documents.ts';
import { days, iso } from '../../engine/platform-time.ts';
import { refuse } from '../../engine/http/refusal.ts';

interface Connection {
  email: string;
  scopes: readonly string[];
}

interface Property {
  service: 'gsc' | 'ga4';
  name: string;
  connection_id: number;
  linked: boolean;
  /** The target of the link; the body is not documented. */
  link: Readonly<Record<string, unknown>>;
  synced_at: string | null;
}

const connections = kind<Connection>('google_connection');
const properties = kind<Property>('google_property');

const show = ({ id, body: { link, ...fields } }: Row<Property>) => ({ ...link, id, ...fields });

const listOf = (service: Property['service']) => (call: Call) =>
  call.store
    .all(properties, { team: call.caller.team })
    .filter(({ body }) => body.service === service)
    .map(show);

type PropertyCall = Call<{ readonly p: Id }>;

/** Rules: docs/platform/audits.md#google. */
export const googleFamily = implement('google', {
  operations: {
    list_connections: ({ store, caller }) =>
      store
        .all(connections, { team: caller.team })
        .map(({ id, createdAt, body }) => ({ id, ...body, connected_at: iso(createdAt) })),
    disconnect: (call) => {
      const row = call.own(connections, call.input.id);
      for (const property of call.store.all(properties, { team: row.team })) {
        if (property.body.connection_id === row.id) call.store.remove(property);
      }
      return call.delete(row);
    },

    gsc_properties: listOf('gsc'),
    link_gsc_property: (call) => link(call, true),
    unlink_gsc_property: (call) => link(call, false),
    gsc_metrics: (call) => metrics(call, ['clicks', 'impressions']),
    sync_gsc_property: (call) => {
      const row = call.own(properties, call.input.p);
      if (!row.body.linked) throw refuse(409, 'The property is not linked.');
      row.body.synced_at = iso(call.now());
      return { status: 'synced', property: show(row) };
    },

    ga4_properties: listOf('ga4'),
    link_ga4_property: (call) => link(call, true),
    unlink_ga4_property: (call) => link(call, false),
    ga4_metrics: (call) => metrics(call, ['sessions', 'users']),

    reviews_status: ({ store, caller }) => ({
      connected: store
        .all(connections, { team: caller.team })
        .some(({ body }) => body.scopes.includes('business.manage')),
    }),
  },

  seed: ({ add }) => {
    const scopes = ['webmasters.readonly', 'analytics.readonly'];
    const account = add(connections, { email: 'search@nordlicht.example', scopes }, { team: 1 });
    const seededProperties: readonly [Property['service'], string, boolean][] = [
      ['gsc', 'sc-domain:fjordkiste.example', true],
      ['gsc', 'sc-domain:moosgarten.example', false],
      ['ga4', 'Fjordkiste web', true],
    ];
    for (const [service, name, linked] of seededProperties) {
      const body: Property = {
        service,
        name,
        connection_id: account.id,
        linked,
        link: linked ? { project_id: 1 } : {},
        synced_at: null,
      };
      add(properties, body, { team: 1 });
    }
  },
});

function link(call: PropertyCall, linked: boolean) {
  const row = call.own(properties, call.input.p);
  return show(change(row, { linked, link: linked ? call.openBody : {} }));
}

/** Figures of the four weeks before the last sync, or before now if nothing needs syncing. */
function metrics(call: PropertyCall, names: readonly [string, string]) {
  const row = call.own(properties, call.input.p);
  const { id, body } = row;
  const until = body.service === 'gsc' ? body.synced_at : iso(call.now());
  const data =
    until === null
      ? []
      : Array.from({ length: 28 }, (_, back) => {
          const date = iso(Date.parse(until) - (28 - back) * days).slice(0, 10);
          const random = call.invent('metrics', id, date);
          const small = random.whole(20, 90);
          return { date, [names[0]]: small, [names[1]]: small * random.whole(8, 30) };
        });
  return { property: show(row), data };
}
