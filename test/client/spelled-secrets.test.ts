import { expect, test } from 'vitest';
import { redactor } from '../../src/client/redact-secrets.ts';
import { bench } from '../support/bench.ts';
import { json, text } from '../support/platform.ts';
import { create, projects, start, watched } from '../support/stories.ts';

const secret = 'http-SECRET/0123456789+abc=';
const escaped = [...secret].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
const percent = [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('');

test.each([
  ['as it is', `"${secret}"`],
  ['in JSON escapes', `"${escaped}"`],
  ['in JSON escapes of JSON escapes', JSON.stringify(escaped)],
  ['in an address', JSON.stringify(`https://example.com/?t=${encodeURIComponent(secret)}`)],
  ['in percent escapes throughout', JSON.stringify(percent)],
  ['in base64', JSON.stringify(Buffer.from(secret).toString('base64'))],
  ['in character references', JSON.stringify([...secret].map((letter) => `&#${letter.charCodeAt(0)};`).join(''))],
])('a secret that a caller writes or the platform repeats %s is in no byte of the store', async (_, spelled) => {
  await using rig = await bench();
  for (const [config, which] of [
    [{ token: secret }, 'token'],
    [{ secrets: [secret] }, 'other'],
  ] as const) {
    rig.platform.on(
      start,
      text(`{"storyline_id":7,"status":"generating","echo":${spelled}}`, 202, { 'content-type': 'application/json' }),
    );
    rig.platform.on(
      watched,
      text(`{"data":{"id":7,"status":"completed","echo":[${spelled}],${spelled}:1}}`, 200, {
        'content-type': 'application/json',
      }),
    );
    rig.platform.on('GET /projects', json({ data: [] }));
    const client = await rig.client(config);
    await client.call(projects, {});
    await client.call(create, { project: 1, keyword: `${which} ${JSON.parse(spelled) as string}` });
  }
  const stored = Buffer.concat(await rig.store.contents()).toString('latin1');
  expect(stored).toContain('storylines.create');
  for (const form of [secret, encodeURIComponent(secret), escaped, percent, Buffer.from(secret).toString('base64')])
    expect(stored).not.toContain(form);
});

test.each([
  ['a list', [1, 'SPELLED']],
  ['a record', { a: { SPELLED: 'so SPELLED it is' }, b: 'kept' }],
  ['a text', 'SPELLED'],
  ['JSON in JSON', [JSON.stringify({ a: 'SPELLED', b: 'kept' }), 'kept']],
])('a document that is kept as JSON stays JSON without the secret: %s', (_, document) => {
  const redact = redactor([secret], '[token]');
  for (const spelled of [secret, escaped, percent, Buffer.from(`x${secret}`).toString('base64')]) {
    const text = JSON.stringify(document).replaceAll('SPELLED', () => JSON.stringify(spelled).slice(1, -1));
    const read = JSON.parse(redact(text)) as unknown;
    expect(JSON.stringify(read)).toContain('[token]');
    expect(JSON.stringify(read)).not.toContain(spelled);
    if (JSON.stringify(document).includes('kept')) expect(JSON.stringify(read)).toContain('kept');
  }
});
