import type { ToolResult } from '../definition/tool.ts';

/** Prefix of the addresses of one account's resources, where there are several accounts. */
export const accountUri = (account: string): string => `visibility://accounts/${encodeURIComponent(account)}/`;

/** Tools that find the account themselves, or answer for all accounts. */
const findAccount: ReadonlySet<string> = new Set([
  'find_operations',
  'describe_operation',
  'job_wait',
  'job_list',
  'credits',
  'run_code',
]);

/**
 * The result of a call in one of several accounts: it names the account, and so do the calls and addresses that this
 * server suggests. The platform's own content is unchanged.
 */
export function inAccount(result: ToolResult, account: string): ToolResult {
  const { plain, withFields, question, link } = result;
  const structured = withAccount(result.structured, account);
  return {
    ...result,
    structured,
    text: JSON.stringify(structured),
    plain: plain && (() => withAccount(plain(), account)),
    withFields: withFields && ((fields) => inAccount(withFields(fields), account)),
    link: link && { ...link, uri: addressed(link.uri, account) },
    question: question && {
      ...question,
      text: `${account}: ${question.text}`,
      call: { ...question.call, args: { account, ...question.call.args } },
    },
  };
}

function withAccount({ ok, sandbox, ...rest }: ToolResult['structured'], account: string): ToolResult['structured'] {
  const led = Object.entries(rest).map(([name, value]) => [name, name === 'data' ? value : leading(value, account)]);
  const mark = sandbox === undefined ? {} : { sandbox };
  return { ok, ...mark, account, ...(Object.fromEntries(led) as object) };
}

/** This server's own texts, with the account in each address and each suggested call. */
function leading(value: unknown, account: string): unknown {
  if (typeof value === 'string') return addressed(value, account).replaceAll(advisedCall, call);
  if (Array.isArray(value)) return value.map((one: unknown) => leading(one, account));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, leading(one, account)]));

  function call(whole: string, tool: string, first: string): string {
    if (findAccount.has(tool)) return whole;
    return `${tool} {"account":${JSON.stringify(account)}${first === '}' ? '' : ','}${first}`;
  }
}

/** A call in the form of `formatCall`: the tool, and the beginning of its arguments. */
const advisedCall = /\b([a-z]+_[a-z_]+|estimate) \{\s*(["}])/g;

const addressed = (text: string, account: string): string =>
  text.replaceAll(/visibility:\/\/(?!accounts\/|operations\b)/g, () => accountUri(account));
