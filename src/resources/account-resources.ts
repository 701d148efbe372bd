import type { AccountChoice, Exit, OneAccount } from '../tools/index.ts';
import type { Resource, Resources, ResourceTemplate } from './resource.ts';
import { percentDecoded } from '../base/text/percent-decoded.ts';
import { hasCode, VisibilityError } from '../client/errors.ts';

export interface AccountWithResources extends OneAccount {
  readonly resources: Resources;
  readonly exit: Exit;
}

const begin = 'visibility://';
const accountTemplate = `${begin}accounts/{account}/`;

/**
 * The resources of a server with several accounts: those of each account are below `visibility://accounts/{account}/`. An
 * address without an account belongs to the account of its job, run or kept file, or otherwise to the default account.
 */
export function accountResources(shown: Resources, choice: AccountChoice<AccountWithResources>): Resources {
  return {
    fixed: shown.fixed.filter(isOfNoAccount),
    templates: [
      ...shown.fixed
        .filter((one) => !isOfNoAccount(one))
        .map(({ uri, meta: _, ...about }) => listedTemplate(uri, about)),
      ...shown.templates.map(({ uriTemplate, ...about }) => listedTemplate(uriTemplate, about)),
    ],
    async within(uri) {
      if (!uri.startsWith(begin) || shown.fixed.some((one) => one.uri === uri && isOfNoAccount(one))) return undefined;
      const [, encoded, path = uri.slice(begin.length)] = /^visibility:\/\/accounts\/([^/?#]+)\/(.+)$/s.exec(uri) ?? [];
      const { resources, exit } = await readIn(
        path,
        encoded === undefined ? undefined : (percentDecoded(encoded) ?? encoded),
      );
      return { resources, exit, uri: `${begin}${path}` };
    },
  };

  /** The account in which an address is read: that of its record. A record that no account has is refused when it is read. */
  async function readIn(path: string, account: string | undefined): Promise<AccountWithResources> {
    const [, id] = /^(?:jobs|runs|saved)\/([^/?#]+)/.exec(path) ?? [];
    if (id === undefined) return choice.of(account);
    try {
      return await choice.holding(percentDecoded(id) ?? id, account);
    } catch (error) {
      if (hasCode(error, 'unknown_job')) return choice.of(account);
      throw error;
    }
  }
}

const isOfNoAccount = ({ uri }: Resource): boolean => !uri.startsWith(begin) || uri === `${begin}operations`;

/** A resource as a template of the list. It is never read: `within` resolves its addresses first. */
const listedTemplate = (
  uri: string,
  about: Omit<ResourceTemplate, 'uriTemplate' | 'read' | 'names'>,
): ResourceTemplate => ({
  ...about,
  uriTemplate: `${accountTemplate}${uri.slice(begin.length)}`,
  read: () => Promise.reject(new VisibilityError('not_found', 'There is no such account.', { outcome: 'not_sent' })),
  names: undefined,
});
