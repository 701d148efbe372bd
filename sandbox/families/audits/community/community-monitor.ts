import { implement, type Filled } from '../../../engine/implement.ts';
import type { Invent } from '../../../invention/invention.ts';
import { kind, type Row } from '../../../engine/documents.ts';
import { after, plan, shouldFail, type Running } from '../../../engine/plan.ts';
import { iso } from '../../../engine/platform-time.ts';
import { slices } from '../../../engine/http/reply.ts';

type Mention = Filled<'community_monitor.mentions'>;

interface Scan {
  keyword: string;
  platforms: string[];
  status: 'queued' | 'completed' | 'failed';
}

/** Findings of scans, by team. */
export const mentions = kind<Mention>('community_mention');
const alerts = kind<{ mention_id: Row<Mention>['id']; message: string }>('community_alert');
const scans = kind<Scan>('community_scan');

const show = ({ id, body }: Row<object>) => ({ id, ...body });

const scanPlan = plan('community_monitor.scan', scans, after(60, scan));

/** Rules: docs/platform/audits.md#community-monitor. The end of a scan is not shown: its findings appear among the mentions. */
export const communityMonitorFamily = implement('community_monitor', {
  operations: {
    mentions: ({ store, caller }) => slices(store.all(mentions, { team: caller.team }), show),
    mention: (call) => show(call.own(mentions, call.input.id)),
    scan: (call) => {
      const row = call.add(scans, {
        keyword: call.input.keyword,
        platforms: [...call.input.platforms],
        status: 'queued',
      });
      call.start(scanPlan, row.id);
      return { message: 'The scan has started.', scan_id: row.id, status: row.body.status };
    },
    alerts: ({ store, caller }) => slices(store.all(alerts, { team: caller.team }), show),
  },

  seed: ({ add, invent, now }) => {
    for (const platform of ['reddit', 'quora']) {
      const { id } = add(mentions, invented(invent, 'camping box', platform, now()), { team: 1 });
      add(alerts, { mention_id: id, message: 'A new mention of camping box.' }, { team: 1 });
    }
  },
});

function invented(invent: Invent, keyword: string, platform: string, at: number): Mention {
  const random = invent('mention', keyword, platform);
  return {
    keyword,
    platform,
    title: random.pick([`Is ${keyword} any good?`, `My year with ${keyword}`, `${keyword}: never again`]),
    url: `https://${random.token(6)}.example/threads/${random.whole(1000, 99999)}`,
    sentiment: random.pick(['positive', 'neutral', 'negative']),
    found_at: iso(at),
  };
}

function scan({ team, body }: Row<Scan>, { world }: Running): 'failed' | void {
  body.status = shouldFail(body.keyword) ? 'failed' : 'completed';
  if (body.status === 'failed') return 'failed';
  for (const platform of body.platforms) {
    const { id, body: mention } = world.add(mentions, invented(world.invent, body.keyword, platform, world.now()), {
      team,
    });
    const message = `A negative mention of ${body.keyword} on ${platform}.`;
    if (mention.sentiment === 'negative') world.add(alerts, { mention_id: id, message }, { team });
  }
}
