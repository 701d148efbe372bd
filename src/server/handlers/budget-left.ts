import type { Resources } from '../../resources/index.ts';

interface Money {
  readonly balance?: number;
  readonly limits: readonly { readonly limit: string; readonly left: number }[];
}

/** What the limits of the budget and the balance leave, in words for a person who is asked to spend; nothing where that cannot be told. */
export async function budgetLeft({ fixed }: Pick<Resources, 'fixed'>): Promise<string | undefined> {
  const credits = fixed.find(({ name }) => name === 'credits');
  if (!credits) return undefined;
  try {
    const { balance, limits } = JSON.parse(await credits.read()) as Money;
    const parts = [
      ...limits.map(({ limit, left }) => `${left} of ${limit}`),
      ...(balance === undefined ? [] : [`a balance of ${balance}`]),
    ];
    return parts.length > 0 ? `Left, in credits: ${parts.join(', ')}.` : undefined;
  } catch {
    return undefined;
  }
}
