import { servedConfig } from '../../app/config/one-account.ts';
import { examine, type DoctorFinding } from '../../app/doctor.ts';
import { cleanText } from '../../base/text/clean-text.ts';
import { jsonOption, wantsJson, type Command } from '../command/command.ts';
import { print, printJson } from '../output/print.ts';

export const doctor: Command = {
  usage: 'doctor [--json] [options]',
  about:
    'Checks this installation and its settings: each line ok, warn or fail, with what to do. Exit code 1 if anything fails.',
  options: jsonOption,
  ofSeveral: true,
  async run(invocation) {
    const findings = await examine(servedConfig(invocation.config), invocation.clock);
    await (wantsJson(invocation)
      ? printJson({ findings: findings.map(asJson) })
      : print(findings.map(lineOf).join('\n')));
    return findings.some(({ result }) => result === 'fail') ? 1 : 0;
  },
};

const asJson = ({ check, result, says, next }: DoctorFinding): object => ({
  check,
  ok: result !== 'fail',
  says,
  fix: result === 'ok' ? undefined : next,
});

const lineOf = ({ check, result, says, next }: DoctorFinding): string =>
  cleanText(`${result.padEnd(4)}  ${check.padEnd(12)}  ${says}${next === undefined ? '' : `\n      → ${next}`}`);
