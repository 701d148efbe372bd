import type { Command } from '../command/command.ts';

/** Every command, with one line about it. Its module is loaded when it is used. */
export const commands: Readonly<Record<string, { readonly about: string; readonly load: () => Promise<Command> }>> = {
  http: { about: 'MCP over Streamable HTTP', load: async () => (await import('./http.ts')).http },
  sandbox: {
    about: 'the embedded platform alone, for any client',
    load: async () => (await import('./sandbox.ts')).sandbox,
  },
  call: { about: 'call one tool, print its result as JSON', load: async () => (await import('./call.ts')).call },
  run: { about: 'run a program over the platform, resumable', load: async () => (await import('./run.ts')).runProgram },
  tools: { about: 'the tools an agent sees', load: async () => (await import('./tools.ts')).tools },
  credits: {
    about: 'balance, limits, reservations, recent spending',
    load: async () => (await import('./credits.ts')).credits,
  },
  state: { about: 'check, back up or rebuild the store', load: async () => (await import('./state.ts')).state },
  report: {
    about: 'how AI assistants see a brand, in one file to send',
    load: async () => (await import('./report.ts')).report,
  },
  jobs: { about: 'jobs on record', load: async () => (await import('./jobs.ts')).jobs },
  doctor: { about: 'check this installation and its settings', load: async () => (await import('./doctor.ts')).doctor },
  verify: {
    about: 'check, for free, that the platform behaves as documented',
    load: async () => (await import('./verify.ts')).verify,
  },
  install: {
    about: "add this server to a client's configuration, or take it out",
    load: async () => (await import('./install.ts')).install,
  },
};
