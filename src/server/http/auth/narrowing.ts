import type { BudgetLimit } from '../../../base/index.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { readBudget } from '../../../client/money/parse-budget.ts';
import { SettingError } from '../../../base/setting-error.ts';
import { yesOrNo } from '../../../base/yes-or-no.ts';

/** Restrictions of one caller below what the operator allows. They can only narrow. */
export interface Narrowing {
  /** Limits on the caller's own calls, in addition to the operator's. */
  readonly budget: readonly BudgetLimit[];
  readonly readOnly: boolean;
  /** The families, among the operator's toolsets, whose tools the caller gets. Absent: all of them. */
  readonly toolsets?: readonly string[] | undefined;
}

/**
 * Reads `Visibility-Budget`, `Visibility-Read-Only` and `Visibility-Toolsets`.
 * @throws SettingError for a value that cannot be read: a misspelt limit must not be ignored
 */
export function readNarrowing(headers: IncomingHttpHeaders): Narrowing {
  const toolsets = textOf(headers, 'visibility-toolsets');
  return {
    budget: readBudget(textOf(headers, 'visibility-budget')).limits,
    readOnly: readYes(textOf(headers, 'visibility-read-only')),
    toolsets: toolsets === undefined || toolsets === 'all' ? undefined : readNames(toolsets),
  };
}

/** Two restrictions together: a caller restricted at sign-in may restrict itself further by headers. */
export const narrowedTwice = (one: Narrowing, other: Narrowing): Narrowing => ({
  budget: [...one.budget, ...other.budget],
  readOnly: one.readOnly || other.readOnly,
  toolsets: one.toolsets || other.toolsets ? both(one.toolsets, other.toolsets) : undefined,
});

/** The part of the operator's toolsets that remains. */
export const narrowedToolsets = (
  allowed: readonly string[] | 'all',
  { toolsets }: Narrowing,
): readonly string[] | 'all' => {
  if (!toolsets) return allowed;
  return allowed === 'all' ? toolsets : allowed.filter((name) => toolsets.includes(name));
};

const both = (one: readonly string[] | undefined, other: readonly string[] | undefined): readonly string[] =>
  one && other ? one.filter((name) => other.includes(name)) : (one ?? other ?? []);

function readYes(text: string | undefined): boolean {
  const answer = text === undefined ? false : yesOrNo(text);
  if (answer !== undefined) return answer;
  throw new SettingError('Visibility-Read-Only: neither true nor false');
}

function readNames(text: string): readonly string[] {
  if (text === 'none') return [];
  const names = text.split(',').map((name) => name.trim().replaceAll('-', '_'));
  if (names.length > 100 || names.some((name) => !/^[a-z][a-z0-9_]{0,40}$/.test(name)))
    throw new SettingError('Visibility-Toolsets: not a list of family names like articles,keywords');
  return [...new Set(names)].toSorted();
}

/** The text of a header; several headers of one name are joined by commas, as lists are. */
function textOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  const text = (Array.isArray(value) ? value.join(',') : value)?.trim();
  return text === '' ? undefined : text;
}
