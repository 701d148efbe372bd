/** What can still be spent, in credits. */
export interface AvailableCredits {
  readonly balance?: number | undefined;
  /** Why there is no balance, where it could not be read. */
  readonly failure?: Error | undefined;
  readonly limits: readonly { readonly limit: string; readonly left: number }[];
}

/** Credits that budget and balance leave, in words for a person who is asked to spend; nothing where they cannot be read. */
export async function budgetLeft(money: () => Promise<AvailableCredits>): Promise<string | undefined> {
  try {
    const { balance, failure, limits } = await money();
    if (failure) return undefined;
    const parts = [
      ...limits.map(({ limit, left }) => `${left} of ${limit}`),
      ...(balance === undefined ? [] : [`a balance of ${balance}`]),
    ];
    return parts.length > 0 ? `Left, in credits: ${parts.join(', ')}.` : undefined;
  } catch {
    return undefined;
  }
}
