import type { Command } from 'commander';

type LoadCommand = () => Promise<Command>;

/** Commands in the order of the help. Each is loaded on demand, so that it loads only its own dependencies. */
const COMMANDS: Readonly<Record<string, LoadCommand>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  run: async () => (await import('./run.ts')).runCommand(),
  validate: async () => (await import('./validate.ts')).validateCommand(),
  explain: async () => (await import('./explain.ts')).explainCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  info: async () => (await import('./info.ts')).infoCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  setup: async () => (await import('./setup.ts')).setupCommand(),
  python: async () => (await import('./python.ts')).pythonCommand(),
  upload: async () => (await import('./upload.ts')).uploadCommand(),
  flows: async () => (await import('./flows.ts')).flowsCommand(),
  start: async () => (await import('./start.ts')).startCommand(),
  runs: async () => (await import('./runs.ts')).runsCommand(),
  logs: async () => (await import('./logs.ts')).logsCommand(),
  cancel: async () => (await import('./cancel.ts')).cancelCommand(),
  download: async () => (await import('./download.ts')).downloadCommand(),
};

/** Returns the command of a name, or all commands for the help and for an unknown name. */
export function wantedCommands(name: string | undefined): readonly LoadCommand[] {
  const named = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  return named === undefined ? Object.values(COMMANDS) : [named];
}
