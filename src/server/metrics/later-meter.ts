import type { Meter } from '../../client/meter.ts';

/** A meter for parts created before the real one: events until then are not counted. */
export const laterMeter = (meter: () => Meter | undefined): Meter => ({
  call: (call) => meter()?.call(call),
  charged: (operation, credits) => meter()?.charged(operation, credits),
  poll: () => meter()?.poll(),
  run: (outcome) => meter()?.run(outcome),
  slotWait: (urgency, ms) => meter()?.slotWait(urgency, ms),
});
