import { allOperations } from '../../catalog/index.ts';
import type { Effect } from '../../catalog/operation.ts';
import type { Lists } from '../../server/handlers/offer.ts';
import { toolNameOf } from '../../tools/calling/operation-tools.ts';

const all: readonly Effect[] = ['read', 'write', 'delete', 'paid'];

/** These read one resource, now or at each of its changes. */
const resourceMethods: ReadonlySet<string> = new Set(['resources/read', 'resources/subscribe', 'subscriptions/listen']);

/** Workflows create what they need on the way to what they pay for. */
const workflow: readonly Effect[] = ['read', 'write', 'paid'];

/** The scopes that a request needs: those of the effects that its tool can have. Everything but calls of tools only reads. */
export function scopesFor({ tools }: Pick<Lists, 'tools'>): (method: string, params: unknown) => readonly string[] {
  const readers = new Set(tools.tools.flatMap(({ name, annotations }) => (annotations?.readOnlyHint ? [name] : [])));
  let operations: ReadonlyMap<string, Effect> | undefined;
  return (method, params) => {
    if (method !== 'tools/call') return method.startsWith('tasks/') || resourceMethods.has(method) ? ['read'] : [];
    const { name, arguments: given } = (params ?? {}) as { name?: unknown; arguments?: Record<string, unknown> };
    if (typeof name !== 'string' || readers.has(name)) return ['read'];
    const dispatched = all.find((effect) => name === `call_${effect}`);
    if (dispatched) return [dispatched];
    if (name === 'run_code') return ofProgram(given);
    operations ??= new Map(allOperations().map((operation) => [toolNameOf(operation), operation.effect]));
    const effect = operations.get(name);
    return effect ? [effect] : workflow;
  };
}

/** A program says what it may do; credits are paid. */
function ofProgram(given: Record<string, unknown> | undefined): readonly string[] {
  const may = Array.isArray(given?.['may']) ? given['may'].filter((one) => all.includes(one as Effect)) : ['read'];
  return [...may.map(String), ...(Number(given?.['max_credits'] ?? 0) > 0 || given?.['resume'] ? ['paid'] : [])];
}
