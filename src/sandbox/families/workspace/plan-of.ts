import type { World } from '../../engine/world.ts';

/** The plan a team has bought, or the one every team starts with. */
export const planOf = ({ store }: Pick<World, 'store'>, team: number): string =>
  String(store.readSetting(`plan.${team}`) ?? 'studio');

/** A plan is active at once (document 3, POST /billing/invoice-upgrade). */
export const setPlan = ({ store }: Pick<World, 'store'>, team: number, plan: string): void =>
  store.writeSetting(`plan.${team}`, plan);
