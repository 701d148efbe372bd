import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** `npm run cookbook`: writes docs/cookbook.md from real calls on the embedded platform. */

interface Recipe {
  /** What a person asks an assistant. */
  readonly asks: string;
  readonly calls: readonly { readonly tool: string; readonly input: object }[];
  readonly says?: string;
}

const recipes: readonly Recipe[] = [
  { asks: 'How do AI assistants see our brand?', calls: [{ tool: 'visibility_report', input: {} }] },
  {
    asks: 'What do they get wrong about us?',
    calls: [{ tool: 'check_brand_facts', input: {} }],
  },
  {
    asks: 'Which keywords should we write about for tent pegs?',
    calls: [
      {
        tool: 'estimate',
        input: { calls: [{ operation: 'research_keywords', arguments: { seeds: ['tent pegs'] } }] },
      },
      { tool: 'research_keywords', input: { seeds: ['tent pegs'] } },
    ],
    says: 'The price comes first; the research is paid once, however often the call is repeated.',
  },
  {
    asks: 'Write an article about tent pegs, for at most 5 credits.',
    calls: [{ tool: 'write_article', input: { project: '1', keyword: 'tent pegs', target_length: 300 } }],
  },
  {
    asks: 'Which pages of our site need work first?',
    calls: [{ tool: 'audit_site', input: { site: 'fjordkiste.example' } }],
  },
  {
    asks: 'Can AI assistants cite this page?',
    calls: [{ tool: 'ground_urls', input: { urls: ['https://fjordkiste.example/a'] } }],
  },
  {
    asks: 'What have we spent, and on what?',
    calls: [{ tool: 'credits', input: {} }],
  },
  { asks: 'What is still running?', calls: [{ tool: 'job_list', input: {} }] },
  {
    asks: 'Is there something that adds a competitor?',
    calls: [{ tool: 'find_operations', input: { query: 'add a competitor' } }],
  },
  {
    asks: 'Which sources would be easy to win?',
    calls: [
      {
        tool: 'call_read',
        input: { operation: 'insights.low_hanging_fruit', arguments: { id: 'Fjordkiste' }, fields: ['items[0:2]'] },
      },
    ],
    says: 'A tracking project is named by its brand, domain or id.',
  },
];

/** Lines of an answer that are shown. */
const maxLines = 24;
const columns = 100;

const root = resolve(import.meta.dirname, '..');
const program = join(root, 'bin/visibility-mcp.js');
const folder = mkdtempSync(join(tmpdir(), 'visibility-cookbook-'));
try {
  const parts = recipes.map(({ asks, calls, says }, at) => {
    const shown = calls.map(({ tool, input }) => {
      const answer = `\`${tool} ${JSON.stringify(input)}\`\n\n\`\`\`text\n${shortened(asPerson(tool, input))}\n\`\`\``;
      return answer;
    });
    return [`## ${at + 1}. ${asks}`, ...(says ? [says] : []), ...shown].join('\n\n');
  });
  writeFileSync(join(root, 'docs/cookbook.md'), `${[introduction(), ...parts].join('\n\n')}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function introduction(): string {
  return `# Cookbook

<!-- Written by \`npm run cookbook\`. -->

Ten things people ask an assistant, the calls that answer them, and what the embedded platform answered, as \`call\` shows it on a terminal. An assistant
gets the same as JSON, brought to length. Long answers are shortened here. Every call can be tried: \`node bin/visibility-mcp.js call TOOL 'JSON'\`.`;
}

function env(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NO_COLOR: '1',
    LANG: 'C.UTF-8',
    VISIBILITY_SANDBOX: '1',
    VISIBILITY_SANDBOX_SPEED: '200',
    VISIBILITY_STATE: join(folder, 's.db'),
  };
}

/** What a person at a terminal sees; `script` of util-linux is the terminal. */
function asPerson(tool: string, input: object): string {
  const command = [process.execPath, program, 'call', tool, JSON.stringify(input)].map(quoted).join(' ');
  return execFileSync('script', ['-qec', `stty cols ${columns}; ${command} 2>/dev/null`, '/dev/null'], {
    env: env(),
    encoding: 'utf8',
  })
    .replaceAll('\r', '')
    .replace(/;\s+--json\s+shows\s+everything\s*$/, '')
    .trim();
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function shortened(answer: string): string {
  const lines = answer.split('\n').map((line) => line.trimEnd());
  return lines.length <= maxLines
    ? lines.join('\n')
    : [...lines.slice(0, maxLines).join('\n').trimEnd().split('\n'), '…'].join('\n');
}
