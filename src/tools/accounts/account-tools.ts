import * as z from 'zod';
import type { Arguments } from '../../catalog/index.ts';
import type { WorkState } from '../jobs/list-work.ts';
import { jobRow } from '../jobs/job-tools.ts';
import { declaredArguments, takeArguments } from '../definition/tool-arguments.ts';
import { toolSchemaOf } from '../definition/tool-schema.ts';
import { boundedOwnSuccess, boundedSuccess } from '../results/result.ts';
import { createNotSentError } from '../results/error-result.ts';
import { runTool, type Exit } from '../results/run-tool.ts';
import type { Tool, ToolCall, ToolContext, ToolResult } from '../definition/tool.ts';
import type { AccountChoice } from './account-choice.ts';
import { isAll } from '../workflows/visibility-report/by-fall.ts';
import { IdsOfAccounts } from './ids-of-accounts.ts';
import { inAccount } from './in-account.ts';
import { brandsOfAll, creditsOfAll, workOfAll, type OpenedAccount } from './over-all.ts';

/** An account, and the tools that work in it. */
export interface AccountWithTools extends OpenedAccount {
  readonly tools: readonly Tool[];
  /** How results of this account leave the server. */
  readonly exit: Exit;
}

type Choice = AccountChoice<AccountWithTools>;

/** Tools that do not reach the platform. */
const ofNoAccount: ReadonlySet<string> = new Set(['find_operations', 'describe_operation']);

/** The record that a call continues; it determines the account. */
const recordOf: Readonly<Record<string, (args: Arguments) => unknown>> = {
  job_wait: ({ job_id: id }) => id,
  run_code: ({ resume, cancel }) => resume ?? cancel,
};

type OverAll = (accounts: readonly AccountWithTools[], args: Arguments, context: ToolContext) => Promise<ToolResult>;

/** The tools that report on all accounts if none is named. */
const overAll: Readonly<Record<string, OverAll>> = {
  job_list: async (accounts, { state }) => {
    const listed = await workOfAll(accounts, state as WorkState | undefined);
    const jobs = listed.map(({ account, ...work }) => ({ account, ...jobRow(work) }));
    return boundedSuccess({ jobs }, {}, 'job_list with an account or a state');
  },
  credits: async (accounts) =>
    boundedOwnSuccess({
      unit: 'credits',
      period: 'charged: all that this server has on record; left: of the window of each limit',
      accounts: await creditsOfAll(accounts),
    }),
  visibility_report: async (accounts, args, context) => {
    const brands = await brandsOfAll(accounts, async (chosen) => {
      const { structured, plain } = await runTool(
        await callIn(chosen, 'visibility_report', args),
        context,
        chosen.exit,
      );
      return plain?.() ?? structured;
    });
    return boundedSuccess(brands, { credits: { estimated: 0, charged: 0 } }, 'visibility_report with an account');
  },
};

/** Whether a call that names no account is about all of them. */
const isOverAll = (name: string, { brand }: Arguments): boolean =>
  Object.hasOwn(overAll, name) && (name !== 'visibility_report' || (typeof brand === 'string' && isAll(brand)));

/** The tools of a server with several accounts: each takes its account. `listed`: the tools as they are shown. */
export function accountTools(listed: readonly Tool[], choice: Choice): readonly Tool[] {
  const ids = new IdsOfAccounts();
  return listed.map((tool) => (ofNoAccount.has(tool.name) ? tool : withAccount(tool, choice, ids)));
}

function withAccount(tool: Tool, choice: Choice, ids: IdsOfAccounts): Tool {
  const { name } = tool;
  const argument = () => ({ account: z.enum(choice.names).optional() });
  const isNeeded = !choice.default && !recordOf[name] && !overAll[name];
  let schema: object | undefined;
  return {
    name,
    title: tool.title,
    description: tool.description,
    outputSchema: tool.outputSchema,
    annotations: tool.annotations,
    view: tool.view,
    get inputSchema() {
      const {
        properties,
        required = [],
        ...rest
      } = tool.inputSchema as {
        readonly properties?: object | undefined;
        readonly required?: readonly string[] | undefined;
      };
      const needed = isNeeded ? ['account', ...required] : required;
      schema ??= {
        ...rest,
        properties: { ...toolSchemaOf(declaredArguments(argument)).properties, ...properties },
        ...Object.fromEntries(needed.length > 0 ? [['required', needed]] : []),
      };
      return schema;
    },
    async read(args) {
      const { own, rest } = takeArguments({ name, onlyReads: tool.annotations.readOnlyHint === true }, argument, args);
      const { account } = own;
      const record = recordOf[name]?.(rest);
      if (typeof record === 'string') return goingOn(tool, rest, record, account);
      const all = overAll[name];
      if (all && account === undefined && isOverAll(name, rest))
        return withRun(await tool.read(rest), {}, (args, context) => all(choice.all, args, context));
      return readIn(choice.of(account), rest);
    },
  };

  /** The call as read by the account's own tool. A refusal names the account too. */
  async function readIn(chosen: AccountWithTools, args: Arguments): Promise<ToolCall> {
    const call = await callIn(chosen, name, args);
    return {
      args: call.args && { account: chosen.name, ...call.args },
      effects: call.effects,
      run: async (context) => {
        const checked = async (own: ToolContext): Promise<ToolResult> => {
          ids.check(chosen.name, name, call.args ?? {});
          return call.run(own);
        };
        const result = await runIn(chosen, { run: checked }, context);
        ids.note(chosen.name, result);
        return result;
      },
    };
  }

  /** A call about a record is read without its account, which is looked up when the call is made. */
  async function goingOn(reader: Tool, args: Arguments, id: string, account: string | undefined): Promise<ToolCall> {
    return withRun(await reader.read(args), account === undefined ? {} : { account }, async (args, context) => {
      const chosen = await choice.holding(id, account);
      return runIn(chosen, await callIn(chosen, name, args), context);
    });
  }
}

/** The call of a tool, as read by the tool of the chosen account. */
async function callIn(chosen: AccountWithTools, name: string, args: Arguments): Promise<ToolCall> {
  try {
    const own = chosen.tools.find((one) => one.name === name);
    if (own) return await own.read(args);
    throw createNotSentError(
      'not_permitted',
      `${chosen.name} has no ${name}: its entry in the accounts file makes it read-only, or ties it to a project.`,
    );
  } catch (error) {
    return { args: undefined, effects: [], run: () => Promise.reject(error) };
  }
}

const runIn = async (
  chosen: AccountWithTools,
  call: Pick<ToolCall, 'run'>,
  context: ToolContext,
): Promise<ToolResult> => inAccount(await runTool(call, context, chosen.exit), chosen.name);

const withRun = (
  { args, effects, run }: ToolCall,
  more: Arguments,
  make: (args: Arguments, context: ToolContext) => Promise<ToolResult>,
): ToolCall => ({
  args: args && { ...more, ...args },
  effects,
  run: args ? (context) => make(args, context) : run,
});
