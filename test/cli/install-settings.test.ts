import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, isAbsolute, join, relative } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { thisServer } from '../../src/cli/install/this-server.ts';
import { readConfig, type Config } from '../../src/app/config/config.ts';
import { SettingError } from '../../src/base/setting-error.ts';
import { optionType, settings, type Setting, type SettingName } from '../../src/app/config/settings.ts';
import { folder } from '../mcp/support/scope.ts';
import { suiteScope } from '../mcp/support/suite-scope.ts';
import { runHere, temporaryFolder } from './program.ts';

type Given = Readonly<Record<string, string | boolean>>;

/** What may be given for each setting that `install` passes on. */
function valuesIn(place: string): Readonly<Partial<Record<SettingName, readonly string[]>>> {
  const here = relative(process.cwd(), place);
  mkdirSync(join(place, 'b c'));
  writeFileSync(join(place, 'token'), 'sesame\n');
  const accounts = {
    'Acme Ltd.': { token_file: 'token', api_url: 'https://platform.example/api/v1' },
    true: { sandbox: true },
  };
  writeFileSync(join(place, 'accounts.json'), JSON.stringify(accounts), { mode: 0o600 });
  return {
    apiUrl: ['https://platform.example/api/v1', ' http://127.0.0.1:80/api/v1 '],
    apiTokenFile: [join(here, 'token')],
    accounts: [join(here, 'accounts.json')],
    account: ['Acme Ltd.', 'true'],
    label: ['nightly', ''],
    budget: ['200/day,40/call', 'careful', '20/day,5/unpriced', 'none', '', '${user_config.budget}'],
    project: ['7'],
    trackingProject: ['9'],
    confirmAbove: ['25', '25,100/session'],
    rate: ['30'],
    maxWait: ['0', '400'],
    state: ['state.db', '~/state.db', join(here, 'a "b"\n.db'), 'postgres://db.example/x?sslmode=require'],
    toolsets: ['articles,keywords', 'all', 'none'],
    sandboxSpeed: ['100'],
    outFolder: [here],
    files: [here, [here, join(here, 'b c')].join(delimiter)],
    logLevel: ['debug', 'SILENT'],
  };
}

const texts = valuesIn(folder(suiteScope()));
/** Of a boolean: by its flag, or what its variable may say. */
const words = ['true', 'yes', '1', 'false', 'off', 'no'];

const passedOn = Object.entries<Setting>(settings).filter(
  ([name, { only }]) => name !== 'apiToken' && only === undefined,
);

/** Some of the settings, by flags and by the environment. */
const given = fc
  .tuple(
    ...passedOn.map(([name, setting]) => {
      const { flag, variable } = setting;
      const isSwitch = flag !== undefined && optionType(setting) === 'boolean';
      const values = isSwitch ? words : (texts[name as SettingName] ?? []);
      const byFlag = flag === undefined ? [] : isSwitch ? [true] : values;
      return fc.record({
        name: fc.constant(name),
        flag: mostlyUnset<string | boolean>(byFlag),
        env: mostlyUnset(variable === undefined ? [] : values),
      });
    }),
  )
  .map((all) => ({
    flags: objectOf(all.map(({ name, flag }) => [settingOf(name).flag, flag])),
    env: objectOf(all.map(({ name, env }) => [settingOf(name).variable, env])) as Readonly<Record<string, string>>,
  }));

/** A setting is seldom given: most combinations are to be valid. */
function mostlyUnset<T>(values: readonly T[]): fc.Arbitrary<T | undefined> {
  if (values.length === 0) return fc.constant(undefined);
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...values) },
  );
}

function settingOf(name: string): Setting {
  return settings[name as SettingName];
}

function objectOf(pairs: readonly (readonly [string | undefined, string | boolean | undefined])[]): Given {
  return Object.fromEntries(pairs.filter((pair): pair is [string, string | boolean] => !pair.includes(undefined)));
}

/** A configuration with what its functions give. */
const plain = (config: Config): unknown =>
  JSON.parse(
    JSON.stringify(config, (_, value: unknown) => (typeof value === 'function' ? (value as () => unknown)() : value)),
  );

it('has a value to try for every setting that is passed on', () => {
  const untried = passedOn.filter(([name, { flag, value }]) => (flag === undefined || value) && !(name in texts));
  expect(untried.map(([name]) => name)).toEqual([]);
});

it('an installed server has the configuration that was given, from whatever folder it starts', () => {
  let configured = 0;
  fc.assert(
    fc.property(given, ({ flags, env }) => {
      let config: Config;
      try {
        config = readConfig(flags, env);
      } catch (error) {
        expect(error).toBeInstanceOf(SettingError);
        return;
      }
      configured += 1;
      const server = thisServer(config, flags, env);
      const own = objectOf(
        server.args.slice(1).map((arg) => {
          const [name = '', value = true] = arg.replace(/^--/, '').split('=');
          return [name, value];
        }),
      );
      expect(plain(readConfig(own, server.env))).toEqual(plain(config));
      for (const { variable, holds } of Object.values<Setting>(settings)) {
        const value = server.env[variable ?? ''];
        if (holds === undefined || value === undefined || value.startsWith('postgres:')) continue;
        expect(value.split(delimiter).filter((path) => !isAbsolute(path))).toEqual([]);
      }
    }),
    { seed: 20_261_123, numRuns: 300 },
  );
  expect(configured).toBeGreaterThan(50);
});

it('no secret and nothing that is for `http` alone is passed on', async () => {
  const project = temporaryFolder();
  const env = {
    VISIBILITY_API_URL: 'https://platform.example/api/v1',
    VISIBILITY_API_TOKEN: 'sesame-token',
    VISIBILITY_HTTP_TOKEN: 'sesame'.repeat(6),
    VISIBILITY_SECRET: 'sesame'.repeat(6),
    VISIBILITY_EVENTS_SECRET: 'sesame'.repeat(6),
    VISIBILITY_AUTH: 'oauth',
  };
  const { code, stdout, stderr } = await runHere(['install', 'cursor', '--local'], {
    cwd: project,
    env: { ...env, HOME: temporaryFolder() },
  });
  expect(code).toBe(0);
  expect(stdout + stderr + readFileSync(join(project, '.cursor/mcp.json'), 'utf8')).not.toMatch(
    /sesame|VISIBILITY_(AUTH|SECRET|EVENTS)/,
  );
});

it.each([
  [['--budget'], /--budget.*argument missing/],
  [['--budget', '--unattended'], /--budget/],
  [['--read-only=yes'], /--read-only.*does not take an argument/],
  [['--no-code=1'], /--no-code.*does not take an argument/],
  [['--rate', '0\n"x"'], /rate: "0 "x"" is not a whole number/],
  [['--auth', 'oauth'], /--auth: is for a server that others connect to/],
])('install cursor %j ends with one line, and writes nothing', async (args, message) => {
  const { code, stdout, stderr } = await runHere(['install', 'cursor', ...args], {
    env: { HOME: temporaryFolder() },
  });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});
