import { expect, test } from 'vitest';
import { operation } from '../../src/catalog/index.ts';
import type { Arguments, Operation } from '../../src/catalog/vocabulary/index.ts';
import { bench } from '../support/bench.ts';
import { hangUp, json, text } from '../support/platform.ts';
import { accepted, create, explore, generate, projects, research, start, story, watched } from '../support/stories.ts';

/** Everything that a caller sees of an error, its hidden parts included. */
const shown = (error: unknown): string =>
  JSON.stringify(error) +
  String(error) +
  (error instanceof Error ? `${error.stack}${JSON.stringify(error.cause)}${Object.values(error).map(String)}` : '');

test.each(['1|secretSECRETsecret', 'with/slash+and"quote'])(
  'the token %s is in no result, no error and no byte of the store, also where the platform repeats it',
  async (token) => {
    await using rig = await bench();
    const echo = {
      message: `Bearer ${token}`,
      token,
      errors: { [token]: [token] },
      error: { code: 'x', message: token, details: { token } },
    };
    const headers = {
      'x-token': token,
      'content-type': `application/json; token=${token}`,
      location: `https://example.com/?t=${token}`,
    };
    const calls: [Operation, Arguments, string, ReturnType<typeof json>][] = [
      [projects, {}, 'GET /projects', json({ data: [{ id: 1, name: token }], meta: echo })],
      [projects, {}, 'GET /projects', json(echo, 422, headers)],
      [projects, {}, 'GET /projects', json(echo, 500, headers)],
      [projects, {}, 'GET /projects', json(echo, 302, headers)],
      [projects, {}, 'GET /projects', text(`<p>${token}</p>`)],
      [projects, {}, 'GET /projects', text(`"${token.replaceAll('/', '\\/').replaceAll('"', '\\"')}"`)],
      [projects, {}, 'GET /projects', hangUp],
      [operation('content_audits.export'), { id: 1 }, 'GET /content-audits/1/export', text(token, 200, headers)],
      [explore, { body: { seed: 'x' } }, 'POST /explorer', json({ data: echo }, 200, headers)],
      [research, { project: 1 }, 'POST /projects/1/keywords/ai-research', json(echo, 402, headers)],
      [
        generate,
        { id: 1, keyword: 'x', article_type: 'blog', target_length: 1 },
        'POST /articles/1/generate',
        json(echo, 500, headers),
      ],
      [create, story, start, accepted],
    ];
    rig.platform.on(watched, json({ data: { id: 7, status: 'failed', reason: token, echo } }));
    const client = await rig.client({ token });
    const received: string[] = [];
    for (const [operation, input, route, behaviour] of calls) {
      rig.platform.on(route, behaviour);
      const reply = await client.call(operation, input).catch(shown);
      received.push(
        typeof reply === 'string'
          ? reply
          : JSON.stringify({
              ...reply,
              raw: reply.raw && { mime: reply.raw.mime, body: Buffer.from(reply.raw.body).toString('latin1') },
            }),
      );
    }
    received.push(JSON.stringify([await client.jobs(), await client.money()]));
    expect(rig.platform.seen.every((one) => one.token === token)).toBe(true);
    for (const form of [token, encodeURIComponent(token), JSON.stringify(token).slice(1, -1)]) {
      expect(received.filter((one) => one.includes(form))).toEqual([]);
      const contents = await rig.store.contents();
      expect(contents.some((bytes) => bytes.includes('storylines.create'))).toBe(true);
      expect(
        contents.some((bytes) => bytes.includes(form)),
        `${form} in the store`,
      ).toBe(false);
    }
  },
);
