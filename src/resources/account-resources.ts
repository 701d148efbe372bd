import type { AccountChoice, OneAccount } from '../tools/accounts/account-choice.ts';
import { UnknownJob } from '../client/errors/unknown-job.ts';
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
 * an account is one of the default account, or of the account that a job, a run or a kept file belongs to.
 */
export function accountResources(shown: Resources, choice: AccountChoice<AccountWithResources>): Resources {
  return {
    fixed: shown.fixed.filter(isOfNoAccount),
    templates: [
      ...shown.fixed.filter((one) => !isOfNoAccount(one)).map(({ uri, meta: _, ...about }) => listed(uri, about)),
      ...shown.templates.map(({ uriTemplate, watch: _, ...about }) => listed(uriTemplate, about)),
    ],
    async within(uri) {
      if (!uri.startsWith(begin) || shown.fixed.some((one) => one.uri === uri && isOfNoAccount(one))) return undefined;
      const [, encoded, path = uri.slice(begin.length)] = /^visibility:\/\/accounts\/([^/?#]+)\/(.+)$/s.exec(uri) ?? [];
      const { resources, exit } = await readIn(path, encoded === undefined ? undefined : decoded(encoded));
      return { resources, exit, uri: `${begin}${path}` };
    },
  };

  /** A record is read in the account that it belongs to. One that none has, the account itself refuses. */
  async function readIn(path: string, account: string | undefined): Promise<AccountWithResources> {
    const [, id] = /^(?:jobs|runs|saved)\/([^/?#]+)/.exec(path) ?? [];
    if (id === undefined) return choice.of(account);
    try {
      return await choice.holding(decoded(id), account);
    } catch (error) {
      if (error instanceof UnknownJob) return choice.of(account);
      throw error;
    }
  }
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
