import { fieldOf } from '../../../base/json/field-of.ts';

/** The value at a dotted path (`data.id`, `0.status`), or undefined. A `data` wrapper may be left out of the path. */
export function pick(json: unknown, path: string): unknown {
  const direct = at(json, path);
  return direct === undefined ? at(json, `data.${path}`) : direct;
}

const at = (value: unknown, path: string): unknown => path.split('.').reduce<unknown>(fieldOf, value);
