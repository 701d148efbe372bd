import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { h } from '../../src/charts/node.ts';
import { terminalOf, type Terminal } from '../../src/cli/terminal/terminal.ts';
import { toTerminal } from '../../src/cli/terminal/to-terminal.ts';
import { pageTheme } from '../../src/charts/theme.ts';
import { toMarkdown } from '../../src/reports/to-markdown.ts';
import { creditsView } from '../../src/views/credits-view.ts';
import { numeric, table } from '../../src/views/parts/blocks.ts';
import { badge } from '../../src/views/parts/score.ts';
import type { ViewContext } from '../../src/views/parts/view.ts';
import { wordsFor } from '../../src/views/parts/words.ts';

const wide: Terminal = { columns: 80, colour: false, unicode: true, interactive: true };
const plainAscii: Terminal = { ...wide, unicode: false };

const jobs = table(
  ['Job', 'Title', numeric('Credits'), ''],
  [
    ['job_1', '東京のキャンプ用品と収納箱についての長い記事', 5, h('meter', { value: 5, max: 10 })],
    ['job_2', 'Größe der Kisten', 120, h('meter', { value: 9, max: 10 })],
  ],
  'Jobs',
);

const widthsOf = (text: string): number[] => text.split('\n').map((line) => stringWidth(line));

describe('a table', () => {
  it('aligns characters that are two columns wide', () => {
    const [header = '', first = '', second = ''] = toTerminal([jobs], wide).split('\n');
    const end = (line: string, word: string): number => stringWidth(line.slice(0, line.indexOf(word) + word.length));
    expect(end(first, '  5')).toBe(end(second, '120'));
    expect(end(header, 'Credits')).toBe(end(second, '120'));
    expect(first).toMatch(/█+░+$/);
  });

  it.each([80, 60, 40, 25])('keeps every word within %i columns', (columns) => {
    const text = toTerminal([jobs], { ...wide, columns });
    expect(Math.max(...widthsOf(text))).toBeLessThanOrEqual(columns);
    for (const word of ['job_1', 'job_2', 'Größe', 'Kisten', '120']) expect(text).toContain(word);
    expect(text.replaceAll(/\s/g, '')).toContain('収納箱');
  });

  it('has rows only in a pipe, on one line each, without bars', () => {
    const text = toTerminal([jobs], { columns: Infinity, colour: false, unicode: true, interactive: false });
    expect(text.split('\n')).toHaveLength(2);
    expect(text).not.toMatch(/[█░]/);
  });
});

it('separates what a page sets apart by its style', () => {
  const score = h('p', {}, h('strong', {}, '48'), ' of 100 ', badge('fair'), h('span', { class: 'name' }, ' Index'));
  const finding = h('ul', {}, h('li', {}, h('span', {}, badge('high'), ' ', 'The answer comes late')));
  const badgeAlone = h('p', {}, badge('completed'));
  const ownColon = h('p', {}, h('span', { 'data-tone': 'bad' }, 'refused:'), ' No.');
  expect(toTerminal([badgeAlone, ownColon], wide)).toBe('completed\n\nrefused: No.');
  expect(toTerminal([score, finding], wide)).toBe('48 of 100 · fair · Index\n\n- high: The answer comes late');
  expect(toMarkdown([score, finding])).toBe('**48** of 100 · fair · Index\n\n- high: The answer comes late\n');
});

it('a chart has a bar for its own numbers, whatever else its table says', () => {
  const context: ViewContext = { width: 760, locale: 'en', theme: pageTheme, words: wordsFor('en') };
  const spent = [
    { operation: 'a.b', charged: 10, calls: 1 },
    { operation: 'c.d', charged: 5, calls: 1 },
  ];
  const text = toTerminal(creditsView({ balance: 9, spent_30_days: spent }, context), wide);
  const bars = ['a.b', 'c.d'].map(
    (name) => /█+/.exec(text.split('\n').find((line) => line.startsWith(name)) ?? '')?.[0],
  );
  expect(bars[0]?.length).toBe(2 * (bars[1]?.length ?? 0));
});

it('a terminal without UTF-8 gets ASCII', () => {
  const text = toTerminal([h('p', {}, 'Größe … “Kiste” → 東京 Łódź 5 €'), jobs], plainAscii);
  expect(text).toMatch(/^[\n\x20-\x7e]*$/);
  expect(text).toContain('Grosse ... "Kiste" -> ?? Lodz 5 EUR');
});

it('what a terminal would obey never reaches it, wherever it stands', () => {
  const hostile = 'a\u001b]0;owned\u0007\u001b[2Jb\u009b31mc\rd\u202ee';
  const body = [
    h('h1', {}, hostile),
    h('p', {}, hostile),
    h('ul', {}, h('li', {}, hostile, h('p', {}, hostile))),
    h('dl', {}, h('div', {}, h('dt', {}, hostile), h('dd', {}, hostile))),
    table([hostile], [[hostile]], 'x'),
  ];
  const text = toTerminal(body, wide);
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(text.match(/abc ?de/g)?.length).toBe(8);
});

describe('terminalOf', () => {
  const tty = { columns: 40, isTTY: true };
  const utf8 = { LANG: 'de_DE.UTF-8', TERM: 'xterm' };

  it('knows a terminal by its stream and its environment', () => {
    expect(terminalOf(tty, utf8)).toEqual({ columns: 40, colour: true, unicode: true, interactive: true });
    expect(terminalOf(tty, { ...utf8, NO_COLOR: '1' }).colour).toBe(false);
    expect(terminalOf(tty, { ...utf8, NO_COLOR: '1', FORCE_COLOR: '1' }).colour).toBe(true);
    expect(terminalOf(tty, { ...utf8, FORCE_COLOR: '0' }).colour).toBe(false);
    expect(terminalOf(tty, { ...utf8, TERM: 'dumb' }).colour).toBe(false);
    expect(terminalOf(tty, { ...utf8, LC_ALL: 'C' }).unicode).toBe(false);
    expect(terminalOf({ columns: 0, isTTY: true }, utf8).columns).toBe(80);
  });

  it('lays nothing out for a pipe, and colours it only when it is asked to', () => {
    expect(terminalOf({}, utf8)).toEqual({ columns: Infinity, colour: false, unicode: true, interactive: false });
    expect(terminalOf({}, { FORCE_COLOR: '1' }).colour).toBe(true);
  });
});
