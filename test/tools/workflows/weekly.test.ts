import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createPrompts } from '../../../src/resources/prompts/index.ts';
import { openStage, type Told } from './support/stage.ts';

const weekly = createPrompts().filter(({ tools }) => tools !== undefined);

const skill = readFileSync(new URL('../../../skills/visibility/SKILL.md', import.meta.url), 'utf8');

/** The calls that the steps of a prompt spell out. */
const callsOf = (text: string): { readonly tool: string; readonly args: Told }[] =>
  [...text.matchAll(/^\d+\. ([a-z_]+) (\{.*\})$/gm)].map(([, tool = '', args = '']) => ({
    tool,
    args: JSON.parse(args),
  }));

it.each([
  [
    'ground_urls',
    'urls',
    'https://a.example https://b.example,https://c.example',
    /"urls":\["[^ ,"]+","[^ ,"]+","[^ ,"]+"\]/,
  ],
  ['research_keywords', 'seeds', 'camping box, oars', /"seeds":\["camping box","oars"\]/],
])('%s takes the %s that a person wrote as a list', (name, argument, written, list) => {
  const prompt = createPrompts().find((one) => one.name === name);
  expect(prompt?.render({ [argument]: written })).toMatch(list);
});

it.each(weekly.map((prompt) => [prompt.name, prompt] as const))(
  '%s does its task on the embedded platform within the calls and credits that it states',
  async (name, { render, description, title }) => {
    await using stage = await openStage({}, {}, { fixtures: 'year' });
    const text = render({ brand: 'Nordlicht Bikes', project: 'Fjordkiste', days: '90' });
    const [, most = '', credits = ''] = /At most (\d+) calls? .*?(\d+) credits\.$/.exec(text) ?? [];
    const calls = callsOf(text);
    const result: Told[] = [];
    for (const { tool, args } of calls) result.push(await stage.run(tool, args));
    if (name === 'agency_review')
      for (const { tracking_project_id: id } of (result[0].data.brands as Told[]).slice(0, 2))
        result.push(await stage.run('visibility_report', { ...calls[0]?.args, brand: String(id) }));
    expect(result.map(({ ok }) => ok)).toEqual(result.map(() => true));
    expect(result.length).toBeGreaterThan(0);
    expect(result.length).toBeLessThanOrEqual(Number(most));
    expect(1000 - (await stage.balance())).toBeLessThanOrEqual(Number(credits));
    expect(description).toContain(credits === '0' ? 'ree' : `up to ${credits} credits`);
    expect(skill).toContain(`**${title}**`);
    expect(skill).toMatch(
      new RegExp(`${title}\\*\\*.*${most} call.*${credits === '0' ? 'free' : `${credits} credits`}`),
    );
    if (name !== 'settle_false_claims') return;
    const [claim] = result[0].data.claims as Told[];
    expect(claim).toMatchObject({ said: expect.any(String), truth: expect.any(String) });
    const settled = { id: result[0].data.tracking_project_id, claim: claim.claim_id, resolution_status: 'resolved' };
    expect(await stage.call('accuracy.resolve', settled)).toMatchObject({
      ok: true,
    });
    expect((await stage.run('check_brand_facts', calls[0]?.args)).data.open_claims).toBe(
      result[0].data.open_claims - 1,
    );
  },
);
