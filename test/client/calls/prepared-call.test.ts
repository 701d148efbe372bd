import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { operationNamed } from '../../../src/catalog/index.ts';
import { deadlineIn, prepareCall, sendingOf } from '../../../src/client/calls/prepared-call.ts';
import { readOperationArguments } from '../../../src/client/http/request/validate.ts';
import type { CallOptions } from '../../../src/client/calls/reply.ts';

import type { Arguments } from '../../../src/catalog/vocabulary/index.ts';
import { virtualClock } from '../../support/clock/virtual-clock.ts';
import { VisibilityError } from '../../../src/client/errors.ts';

test('a deadline runs down to 0, and leaves a request 5 s to be answered', async () => {
  const clock = virtualClock();
  const { roomMs, remainingMs, remainingMsToAnswer } = deadlineIn(8_000, clock);
  const seen = [];
  for (const ms of [0, 3_000, 1_000, 3_000, 2_000]) {
    await clock.advance(ms);
    seen.push([roomMs, remainingMs(), remainingMsToAnswer()]);
  }
  expect(seen).toEqual([
    [8_000, 8_000, 8_000],
    [8_000, 5_000, 5_000],
    [8_000, 4_000, 5_000],
    [8_000, 1_000, 5_000],
    [8_000, 0, 5_000],
  ]);
});

test('calls are equal where their arguments are, or what they are compared by', async () => {
  const operation = operationNamed('articles.generate');
  const args = { id: 1, keyword: 'moss', article_type: 'blog', target_length: 900 };
  const prepared = (given: Arguments, comparedAs?: Arguments) =>
    prepareCall(
      operation,
      readOperationArguments(operation, given),
      { comparedAs },
      { clock: virtualClock(), maxWaitSeconds: 1, secretFiles: new Set() },
    );
  const [one, same, other, alike] = await Promise.all([
    prepared(args),
    prepared({ ...args, id: '1' }),
    prepared({ ...args, keyword: 'fern' }),
    prepared({ ...args, keyword: 'fern' }, args),
  ]);
  expect([same, other, alike].map(({ fingerprint }) => fingerprint === one.fingerprint)).toEqual([true, false, true]);
  expect(alike.input).toEqual({ ...args, keyword: 'fern' });
  expect(alike.request).toEqual(other.request);
  await expect(prepared({ ...args, id: 'x' })).rejects.toMatchObject({ code: 'invalid_arguments' });
  await expect(prepared(args, { id: 'x' })).rejects.toMatchObject({ code: 'invalid_arguments' });
});

test('a file is read where its caller may name it, unless it holds secrets', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'visibility-prepared-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'keywords.csv');
  writeFileSync(file, 'keyword\nmoss\n');
  const prepared = (options: CallOptions, secretFiles: string[] = []) =>
    prepareCall(operationNamed('keywords.import_csv'), { project: 1, file }, options, {
      clock: virtualClock(),
      maxWaitSeconds: 1,
      secretFiles: new Set(secretFiles),
    });
  const files = { folders: [folder] };
  expect((await prepared({ files })).input).toMatchObject({ file });
  await expect(prepared({})).rejects.toBeInstanceOf(VisibilityError);
  await expect(prepared({ files }, [realpathSync(file)])).rejects.toBeInstanceOf(VisibilityError);
});

test('a request waits for its caller, and a wait of a second and more is reported with the limit that it is for', () => {
  const reports: unknown[] = [];
  const { signal } = new AbortController();
  const beforeAttempt = async (): Promise<void> => undefined;
  const deadline = deadlineIn(8_000, virtualClock());
  const { onWait, ...sending } = sendingOf({
    options: { signal, beforeAttempt, onProgress: (progress) => void reports.push(progress) },
    deadline,
  });
  expect(sending).toEqual({ urgency: 'call', slotWaitMs: 8_000, signal, beforeAttempt });
  for (const [ms, bucket] of [
    [999, 'token'],
    [1_000, 'token'],
    [1_001, 'other'],
  ] as const)
    onWait?.({ ms, bucket });
  expect(reports).toEqual([
    { percent: 0, message: "Waiting 1 s for the platform's rate limit" },
    { percent: 0, message: "Waiting 2 s for the platform's limit for this operation" },
  ]);
  expect(sendingOf({ options: {}, deadline }).onWait).toBeUndefined();
});
