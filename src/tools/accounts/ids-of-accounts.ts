import { idSourceOf } from '../../catalog/id-source.ts';
import type { Arguments } from '../../catalog/index.ts';
import { isFields } from '../../base/json/is-fields.ts';
import { VisibilityError } from '../../client/errors.ts';
import { formatCall } from '../definition/format-call.ts';
import type { ToolResult } from '../definition/tool.ts';
import { namedOperation } from '../operations/named-operation.ts';
import { callWithSameIds } from '../results/next-of.ts';

/**
 * The ids in each account's answers. Two platforms may use the same numbers, so an id of one account may be another
 * record in the next: no record is changed irreversibly before an answer of its own account has shown it.
 */
export class IdsOfAccounts {
  readonly #ids = new Map<string, Set<string>>();

  /** Remembers the ids in an account's answer. */
  note(account: string, { plain, structured }: ToolResult): void {
    const ids = this.#ids.get(account) ?? new Set();
    this.#ids.set(account, ids);
    const answer = JSON.stringify(plain?.() ?? structured);
    for (const [, id = ''] of answer.matchAll(/"(?:\w+_)?id":"?([\w-]+)/g)) ids.add(id);
  }

  /**
   * @throws VisibilityError `invalid_arguments` if a call that cannot be undone names an id that only other accounts'
   * answers had
   */
  check(account: string, tool: string, args: Arguments): void {
    const operation = namedOperation(String(args['operation'] ?? tool));
    if (!operation || (operation.effect !== 'delete' && operation.consequence === undefined)) return;
    const given = isFields(args['arguments']) ? args['arguments'] : args;
    for (const [name, value] of Object.entries(given)) {
      // The last id in the path is the record; earlier ones are what it belongs to, such as its project.
      const source = operation.params.slice(0, -1).includes(name) ? undefined : idSourceOf(operation, name);
      const id = [value]
        .flat()
        .map(String)
        .find((one) => this.#isOfAnother(account, one));
      if (!source || id === undefined) continue;
      throw new VisibilityError(
        'invalid_arguments',
        `${operation.name} cannot be undone, and ${name} ${id} is from another account's answer: look first at what it is in ${account}`,
        {
          outcome: 'not_sent',
          fields: { [name]: [`${id} was not shown by ${account}`] },
          next: callWithSameIds(source, operation, given) ?? formatCall(source),
        },
      );
    }
  }

  #isOfAnother(account: string, id: string): boolean {
    return !this.#ids.get(account)?.has(id) && [...this.#ids.values()].some((ids) => ids.has(id));
  }
}
