import { createHmac } from 'node:crypto';
import { json, platformFor } from '../test/support/platform.ts';
import { modernClient, startHttp, type HttpServer } from '../test/mcp/support/http-server.ts';
import { folder, type Scope } from '../test/mcp/support/scope.ts';
import { pointedAt } from '../test/mcp/support/stdio-host.ts';
import { median, type Row } from './table.ts';

const secret = 'events-secret-of-the-platform';
const jobs = 15;

/** From the event that reports a job's completion to the answer of the call that waits for it, at the replica that takes it and at another. */
export async function eventDelay(): Promise<Row[]> {
  const ends: (() => void | Promise<void>)[] = [];
  const scope: Scope = { onTestFinished: (end) => void ends.push(end) };
  try {
    const platform = await platformFor(scope);
    const finished = new Set<string>();
    platform.on(/^POST \/articles\/\d+\/generate$/, json({ data: { status: 'queued' } }, 202));
    platform.on(/^GET \/articles\/\d+$/, (arrival) => {
      const id = arrival.route.split('/')[2] ?? '';
      const processing_status = finished.has(id) ? 'ready' : 'generating';
      return json({ data: { id: Number(id), processing_status } });
    });
    const env = pointedAt(platform, {
      VISIBILITY_STATE: `${folder(scope)}/state.db`,
      VISIBILITY_EVENTS_SECRET: secret,
      VISIBILITY_RATE: '100000',
    });
    const [receiving, other] = await Promise.all([startHttp(scope, { env }), startHttp(scope, { env })]);
    await deliver(receiving, 0);
    const delayOf = async (server: HttpServer, id: number): Promise<number> => {
      const call = modernClient(server).call('call_paid', {
        operation: 'articles.generate',
        arguments: { id, keyword: 'tea', article_type: 'blog', target_length: 900 },
        wait_s: 50,
      });
      await platform.arrival(`POST /articles/${id}/generate`, 1);
      // The wait begins once the start is on record.
      await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 500));
      finished.add(String(id));
      const began = performance.now();
      await deliver(receiving, id);
      await call;
      return performance.now() - began;
    };
    const [same, another]: [number[], number[]] = [[], []];
    for (let n = 1; n <= jobs; n++) {
      same.push(await delayOf(receiving, 2 * n));
      another.push(await delayOf(other, 2 * n + 1));
    }
    const polls = platform.to(/^GET \/articles\/\d+$/).length - 2 * jobs;
    return [
      {
        what: 'from an event to the answer at another process on one SQLite file (median; polls a job)',
        measured: `${median(another).toFixed(0)} ms; ${(polls / (2 * jobs)).toFixed(1)}`,
        floor: `at the process that takes it: ${median(same).toFixed(0)} ms`,
        ratio: median(another) / median(same),
        bar: '≤ 1,000 ms, 1.0 polls',
        held: median(another) <= 1_000 && median(same) <= 1_000 && polls === 2 * jobs,
      },
    ];
  } finally {
    for (const end of ends.toReversed()) await end();
  }
}

async function deliver(server: HttpServer, article: number): Promise<void> {
  const body = JSON.stringify({ type: 'article.generated', data: { article_id: article } });
  const { status } = await server.ask({
    path: '/events',
    body,
    headers: {
      'content-type': 'application/json',
      'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      'x-service-delivery': `evt_${article}`,
    },
  });
  if (status !== 200) throw new Error(`the event was answered with ${status}`);
}
