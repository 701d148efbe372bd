import type { Operation } from '../../catalog/operation.ts';

/** Words that people use for all operations of a kind, by what tells the kind: the name of the action, or an argument. */
const kinds: readonly (readonly [is: (operation: Operation) => boolean, words: string])[] = [
  [
    actionMatches(/^(?:pause|deactivate|stop|abort|cancel|end)/),
    'stop pause halt suspend freeze cease disable deactivate switch turn off quit',
  ],
  [actionMatches(/^(?:resume|activate)/), 'resume start continue enable activate unpause switch turn on again'],
  [
    takes('is_active', 'enabled', 'is_enabled'),
    'switch turn on off enable disable activate deactivate pause stop resume',
  ],
  [actionMatches(/^(?:reject|discard|decline|dismiss)/), 'reject decline deny refuse turn down dismiss'],
  [actionMatches(/^(?:approve|accept|confirm)/), 'approve accept confirm allow sign off ok fine'],
  [actionMatches(/^(?:delete|remove|revoke|unassign)/), 'delete remove drop erase bin trash get rid throw away'],
  [actionMatches(/^(?:restore|bulk_restore)/), 'restore recover undelete bring back retrieve undo'],
  [actionMatches(/^(?:create|add)(?:_|$)/), 'create add new make'],
  [actionMatches(/^(?:update|set|edit|change)(?:_|$)/), 'update change edit modify set adjust'],
  [
    (one) => one.effect === 'write' && actionMatches(/^(?:update|rename)/)(one) && takes('name', 'title', 'label')(one),
    'rename title retitle relabel',
  ],
  [actionMatches(/^bulk_/), 'bulk batch several many all'],
  [actionMatches(/^(?:list|history|runs)(?:_|$)/), 'list show all overview which'],
  [actionMatches(/(?:^|_)status$/), 'status progress state done finished ready yet'],
  [actionMatches(/^(?:generate|write)/), 'write compose draft produce generate create'],
  [({ multipart }) => multipart === true, 'upload import file attach'],
  [({ recurring }) => recurring !== undefined, 'recurring regular repeated weekly monthly'],
];

function actionMatches(action: RegExp): (operation: Operation) => boolean {
  return ({ name, family }) => action.test(name.slice(family.length + 1));
}

function takes(...names: readonly string[]): (operation: Operation) => boolean {
  return ({ method, input, likely }) =>
    method !== 'GET' && names.some((name) => Object.hasOwn(input.shape, name) || Object.hasOwn(likely, name));
}

/** What people call operations of such a kind, whatever they are about. */
export const kindWords = (operation: Operation): string =>
  kinds
    .filter(([is]) => is(operation))
    .map(([, words]) => words)
    .join(' ');
