import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { operationNamed } from '../../src/catalog/index.ts';
import { tokenOf } from './example.ts';
import { visit } from './visit.ts';

/**
 * Stories: calls one after the other, each with its arguments, and what comes of them. `wait: 14d` lets time pass, `as` names
 * the token of the calls after it. After a call, `shows` is part of its content, `answers` part of its whole answer, and
 * `refused` its status. `$name` is the latest value of that name in an answer, `$any` any value but null, and `$long` a text of
 * 700 words or more.
 */
type Story = readonly Readonly<Record<string, unknown>>[];

const stories: readonly Story[] = parse(readFileSync(new URL('stories.yaml', import.meta.url), 'utf8'));

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };

const seconds = (span: unknown): number =>
  Number.parseInt(String(span), 10) * (unitSeconds[String(span).at(-1)!] ?? NaN);

test.each(stories.map((story) => [JSON.stringify(story).slice(1, 140), story] as const))('%s', async (_, story) => {
  const { call, clock } = await visit();
  const known: Record<string, unknown> = {
    $any: expect.anything(),
    $long: expect.stringMatching(/(\S+\s+){700}/),
  };
  const filled = <T>(value: T): T =>
    typeof value === 'string' && value in known
      ? (known[value] as T)
      : Array.isArray(value)
        ? (value.map(filled) as T)
        : typeof value === 'object' && value !== null
          ? (Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filled(one)])) as T)
          : value;
  let token: string | undefined;
  let [status, body, content]: [number, unknown, unknown] = [0, {}, {}];
  for (const [at, step] of story.entries()) {
    const [[name = '', given] = []] = Object.entries(step);
    if (name === 'as') token = String(given);
    else if (name === 'wait') clock.pass(seconds(given));
    else if (name === 'shows') expect(content).toMatchObject(filled(given) as object);
    else if (name === 'answers') expect(body).toMatchObject(filled(given) as object);
    else if (name === 'refused') expect(status).toBe(given);
    else {
      const input = filled(given) as Record<string, unknown>;
      ({ status, body } = await call(name, input, token ?? tokenOf(operationNamed(name))));
      content = Object(body).data ?? body;
      for (const [field, value] of Object.entries(Object(content))) known[`$${field}`] = value;
      const isRefused = 'refused' in (story[at + 1] ?? {});
      expect(status < 300, `${name} ${status} ${JSON.stringify(body).slice(0, 300)}`).toBe(!isRefused);
    }
  }
});
