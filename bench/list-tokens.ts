import { execFileSync } from 'node:child_process';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { program } from './program.ts';
import type { Row } from './table.ts';

interface Listed {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

/** What a model pays to see the tools: name, description and input schema, in o200k tokens. */
export async function listTokens(): Promise<Row[]> {
  const standard = tokensOf([]);
  const all = tokensOf(['--toolsets', 'all']);
  const operations = all.tools.length - standard.tools.length;
  const each = (all.tokens - standard.tokens) / operations;
  return [
    {
      what: `default tools/list (${standard.tools.length} tools)`,
      measured: `${standard.tokens} tokens`,
      bar: '≤ 4,000',
      held: standard.tokens <= 4_000,
    },
    {
      what: `--toolsets all, a tool (${operations} operations)`,
      measured: `${each.toFixed(0)} tokens`,
      bar: '≤ 130',
      held: each <= 130,
    },
  ];
}

function tokensOf(flags: readonly string[]): { tools: Listed[]; tokens: number } {
  const printed = execFileSync(process.execPath, [program, 'tools', '--json', ...flags], {
    maxBuffer: 64e6,
    encoding: 'utf8',
  });
  const { tools } = JSON.parse(printed) as { tools: Listed[] };
  const tokens = countTokens(
    JSON.stringify(tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))),
  );
  return { tools, tokens };
}
