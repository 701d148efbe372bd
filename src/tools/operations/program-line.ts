import type { Arguments, Operation } from '../../catalog/vocabulary/index.ts';

/** Maximum characters of the arguments that all calls share; longer ones become a placeholder. */
const maxAlike = 160;

/** A program that makes the same call with each row of its input, as one line to start from. `alike`: what all calls have in common. */
export function programLine({ name, effect }: Pick<Operation, 'name' | 'effect'>, alike: Arguments = {}): string {
  const common = JSON.stringify(alike).slice(1, -1);
  const args = common === '' || common.length > maxAlike ? 'row' : `{${common},...row}`;
  const code =
    effect === 'read'
      ? `const out = []; for (const row of input.rows) out.push((await platform.${name}(${args})).data); return out`
      : `for (const row of input.rows) await platform.${name}(${args})`;
  const grant = effect === 'paid' ? { max_credits: 0 } : effect === 'read' ? {} : { may: [effect] };
  const line = JSON.stringify({ code, input: { rows: [] }, ...grant });
  return `run_code ${line.replace('"rows":[]', '"rows":[…]').replace('"max_credits":0', '"max_credits":…')}`;
}
