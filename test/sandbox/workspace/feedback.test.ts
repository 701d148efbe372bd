import { expect, test } from 'vitest';
import { pixel } from '../../../sandbox/formats/picture.ts';
import { visit, type Visit } from '../visit.ts';

const send = (
  { raw }: Visit,
  files: readonly (readonly [name: string, bytes: Uint8Array<ArrayBuffer>])[],
  fields: Record<string, string> = {},
) => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ message: 'It is broken', ...fields })) body.append(name, value);
  for (const [name, bytes] of files) body.append('attachments[]', new File([bytes], name));
  return raw('/feedback', { method: 'POST', body });
};

const picture = new Uint8Array(pixel);

test('a report keeps its pictures', async () => {
  const here = await visit();
  const { status, body } = await send(here, [['shot.png', picture]], {
    page_url: new URL('/dashboard', here.url).href,
  });
  expect(status).toBe(201);
  expect(body.data.attachments).toMatchObject([
    { original_name: 'shot.png', mime_type: 'image/png', size_bytes: picture.length },
  ]);
  const opened = await fetch(body.data.attachments[0].url);
  expect(new Uint8Array(await opened.arrayBuffer())).toEqual(picture);
});

test('one unusable file, and nothing is stored', async () => {
  // Document 3, POST /feedback: 422 and no report.
  const here = await visit();
  const large = new Uint8Array(5 * 1024 * 1024 + 1);
  large.set(picture);
  for (const file of [new TextEncoder().encode('no picture'), large]) {
    expect(
      (
        await send(here, [
          ['a.png', picture],
          ['b.png', file],
        ])
      ).body.errors,
    ).toHaveProperty('attachments.1');
  }
  expect(
    (
      await send(
        here,
        ['a', 'b', 'c', 'd'].map((name) => [name, picture] as const),
      )
    ).status,
  ).toBe(422);
  expect((await here.call('feedback.list')).body.meta.total).toBe(1);
});

test('a page must be one of this application', async () => {
  const here = await visit();
  expect((await send(here, [], { page_url: 'https://elsewhere.example/' })).body.errors).toHaveProperty('page_url');
  expect((await send(here, [], { page_url: `${here.url}/${'x'.repeat(2048)}` })).status).toBe(422);
});

test('everybody lists their own reports', async () => {
  const here = await visit();
  await send(here, []);
  expect((await here.call('feedback.list')).body.data).toHaveLength(2);
  expect((await here.call('feedback.list', {}, 'sandbox-member')).body.data).toEqual([]);
});

test('the program a report was sent with is told to administrators, and its device to the sender', async () => {
  const here = await visit();
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  const headers = { 'content-type': 'application/json', 'user-agent': agent };
  const { body } = await here.raw('/feedback', {
    method: 'POST',
    headers,
    body: JSON.stringify({ message: 'Too small', page_url: '/dashboard' }),
  });
  expect(body.data).toMatchObject({
    page_url: '/dashboard',
    device: { browser: 'Safari', os: 'iOS', device: 'mobile' },
  });
  expect((await here.call('admin.feedback', {}, 'sandbox-admin')).body.data).toContainEqual(
    expect.objectContaining({ id: body.data.id, user_agent: agent }),
  );
});
