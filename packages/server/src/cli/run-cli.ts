import { problems } from '@avow/contract';
import { Command, CommanderError } from 'commander';
import { readModelsSettings } from '../app/read-models-settings.ts';
import { version } from '../app/version.ts';
import { loadConfig } from '../config/load-config.ts';
import { noModels } from '../config/read-models-file.ts';
import { AppError } from '../errors/app-error.ts';
import { UserError } from '../errors/user-error.ts';
import type { CommandContext } from './command-context.ts';
import type { Terminal } from './terminal.ts';

type AddCommand = (program: Command, context: CommandContext) => void;

/** In the order of the help. Each is loaded when it is needed: what all of them need takes longer than most of them do. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  tenants: async () => (await import('./commands/tenants.ts')).addTenantsCommand,
  keys: async () => (await import('./commands/keys.ts')).addKeysCommand,
  packs: async () => (await import('./commands/packs.ts')).addPacksCommand,
  guardrails: async () => (await import('./commands/guardrails.ts')).addGuardrailsCommand,
  models: async () => (await import('./commands/models.ts')).addModelsCommand,
  eval: async () => (await import('./commands/eval.ts')).addEvalCommand,
  ask: async () => (await import('./commands/ask.ts')).addAskCommand,
  audit: async () => (await import('./commands/audit.ts')).addAuditCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
};

/** The command that the line begins with; all of them where it begins otherwise, for help and for advice on what was meant. */
async function loadCommands([first]: readonly string[]): Promise<readonly AddCommand[]> {
  const named = first !== undefined && Object.hasOwn(commands, first) ? commands[first] : undefined;
  const wanted = named === undefined ? Object.values(commands) : [named];
  return await Promise.all(wanted.map((load) => load()));
}

/** 0: done. 1: it could not be done. 2: the command itself was wrong. 70: a fault of Avow's. */
export type ExitCode = 0 | 1 | 2 | 70;

/** Runs one command line. Never throws: what went wrong is said in words, and in the exit code. */
export async function runCli(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<ExitCode> {
  const context: CommandContext = {
    config: () => loadConfig(env),
    languageModels: (modelsFile = loadConfig(env).modelsFile ?? undefined) =>
      modelsFile === undefined ? noModels : readModelsSettings(modelsFile, env),
    terminal,
    isNpmScript: env['npm_lifecycle_event'] !== undefined,
  };
  const program = new Command('avow')
    .description('An answer service that goes on the record.')
    .version(version, '-V, --version', 'print the version')
    // A command may have an option of its own by the name of one of ours.
    .enablePositionalOptions()
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(add --help to see how)')
    .configureOutput({ writeOut: (text) => terminal.out(text.trimEnd()), writeErr: terminal.err })
    .exitOverride();
  for (const add of await loadCommands(words)) add(program, context);
  inheritSettings(program);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, env, terminal);
  }
}

/** Commander hands settings down only to commands made after them. */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child);
  }
}

function explain(
  error: unknown,
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (error instanceof UserError) {
    terminal.err(`avow: ${error.message}\n`);
    return 1;
  }
  if (error instanceof AppError && error.code !== 'internal') {
    const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    terminal.err(`avow: ${error.options.detail ?? problems[error.code].meaning}${cause}\n`);
    return 1;
  }
  if (isFault(error)) {
    terminal.err(`avow: ${error.message}\n`);
    return 1;
  }
  const known = error instanceof Error ? error : new Error(String(error));
  terminal.err(`avow: something went wrong that should not have: ${known.message}\n`);
  if (env['AVOW_LOG_LEVEL'] === 'debug') terminal.err(`${known.stack ?? ''}\n`);
  else terminal.err('Set AVOW_LOG_LEVEL=debug to see where.\n');
  return 70;
}

/** What the machine refuses is not our doing, and its own words say what it was. */
const machineFaults = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EEXIST',
  'ENOTDIR',
  'EISDIR',
  'EMFILE',
  'EDQUOT',
]);

function isFault(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    machineFaults.has(error.code)
  );
}
