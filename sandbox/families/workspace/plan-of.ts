import type { World } from '../../engine/world.ts';

/** Credits a month, by plan. The contract names no figure. */
const allotments = { studio: 1_000, starter: 1_500, pro: 5_000, agency: 15_000 } as const;

type PlanName = keyof typeof allotments;

/** The plan a team has bought, or the one every team starts with. */
export const planOf = ({ store }: Pick<World, 'store'>, team: number): PlanName =>
  (store.readSetting(`plan.${team}`) as PlanName | undefined) ?? 'studio';

/** A plan is active at once (docs/platform/workspace.md#billing). */
export const setPlan = ({ store }: Pick<World, 'store'>, team: number, plan: PlanName): void =>
  store.writeSetting(`plan.${team}`, plan);

/** Credits that a team's plan adds to its balance at each renewal. */
export const allotmentOf = (world: Pick<World, 'store'>, team: number): number => allotments[planOf(world, team)];
