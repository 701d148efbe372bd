import type { AccountChoice, OneAccount } from '../tools/accounts/account-choice.ts';
import { VisibilityError } from '../client/errors/visibility-error.ts';
import type { Exit } from '../tools/run-tool.ts';
import type { Resource, Resources, ResourceTemplate } from './resource.ts';

export interface AccountWithResources extends OneAccount {
  readonly resources: Resources;
  readonly exit: Exit;
}

const begin = 'visibility://';
const accountTemplate = `${begin}accounts/{account}/`;

/**
 * The resources of a server with several accounts: those of each are below `visibility://accounts/{account}/`. An address without
 * an account is one of the default account.
 */
export function accountResources(shown: Resources, choice: AccountChoice<AccountWithResources>): Resources {
  return {
    fixed: shown.fixed.filter(isOfNoAccount),
    templates: [
      ...shown.fixed.filter((one) => !isOfNoAccount(one)).map(({ uri, meta: _, ...about }) => listed(uri, about)),
      ...shown.templates.map(({ uriTemplate, watch: _, ...about }) => listed(uriTemplate, about)),
    ],
    within(uri) {
      const [, encoded, path] = /^visibility:\/\/accounts\/([^/?#]+)\/(.+)$/s.exec(uri) ?? [];
      if (encoded !== undefined && path !== undefined) {
        const { resources, exit } = choice.of(decoded(encoded));
        return { resources, exit, uri: `${begin}${path}` };
      }
      if (!uri.startsWith(begin) || shown.fixed.some((one) => one.uri === uri && isOfNoAccount(one))) return undefined;
      const { resources, exit } = choice.of(undefined);
      return { resources, exit, uri };
    },
  };
}

const isOfNoAccount = ({ uri }: Resource): boolean => !uri.startsWith(begin) || uri === `${begin}operations`;

/** As it is shown. What an address leads to is found by `within`. */
const listed = (uri: string, about: Omit<ResourceTemplate, 'uriTemplate' | 'read' | 'names'>): ResourceTemplate => ({
  ...about,
  uriTemplate: `${accountTemplate}${uri.slice(begin.length)}`,
  read: () => Promise.reject(new VisibilityError('not_found', 'There is no such account.', { outcome: 'not_sent' })),
  names: undefined,
});

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
