import type { Meter } from '../../client/meter.ts';

/** A meter for those who are made before what counts: what happens until then is not counted. */
export const laterMeter = (meter: () => Meter | undefined): Meter => ({
  call: (call) => meter()?.call(call),
  charged: (operation, credits) => meter()?.charged(operation, credits),
  poll: () => meter()?.poll(),
  slotWait: (urgency, ms) => meter()?.slotWait(urgency, ms),
});
