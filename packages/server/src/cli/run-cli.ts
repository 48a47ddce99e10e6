import { problems } from '@avow/contract';
import { AppError, UserError } from '@avow/foundation';
import { Command, CommanderError } from 'commander';
import { version } from '../app/version.ts';
import { noIdentity } from '../config/identity-settings.ts';
import { findConfigFile, listSettings, loadConfig } from '../config/load-config.ts';
import { readIdentitySettings } from '../config/read-identity-file.ts';
import { noModels } from '../config/read-models-file.ts';
import { readModelsSettings } from '../config/read-models-settings.ts';
import type { CommandContext } from './command-context.ts';
import { guardOptionValues } from './guard-option-values.ts';
import type { Terminal } from './terminal.ts';

type AddCommand = (program: Command, context: CommandContext) => void;

/** In the order of the help. Each is loaded only when it is needed, since loading all takes longer than most commands. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  serve: async () => (await import('./commands/serve.ts')).addServeCommand,
  tenants: async () => (await import('./commands/tenants.ts')).addTenantsCommand,
  keys: async () => (await import('./commands/keys.ts')).addKeysCommand,
  users: async () => (await import('./commands/users.ts')).addUsersCommand,
  packs: async () => (await import('./commands/packs.ts')).addPacksCommand,
  import: async () => (await import('./commands/import.ts')).addImportCommand,
  sources: async () => (await import('./commands/sources.ts')).addSourcesCommand,
  guardrails: async () => (await import('./commands/guardrails.ts')).addGuardrailsCommand,
  webhooks: async () => (await import('./commands/webhooks.ts')).addWebhooksCommand,
  models: async () => (await import('./commands/models.ts')).addModelsCommand,
  review: async () => (await import('./commands/review.ts')).addReviewCommand,
  feedback: async () => (await import('./commands/feedback.ts')).addFeedbackCommand,
  calibration: async () => (await import('./commands/calibration.ts')).addCalibrationCommand,
  insights: async () => (await import('./commands/insights.ts')).addInsightsCommand,
  eval: async () => (await import('./commands/eval.ts')).addEvalCommand,
  ask: async () => (await import('./commands/ask.ts')).addAskCommand,
  slack: async () => (await import('./commands/slack.ts')).addSlackCommand,
  teams: async () => (await import('./commands/teams.ts')).addTeamsCommand,
  mcp: async () => (await import('./commands/mcp.ts')).addMcpCommand,
  audit: async () => (await import('./commands/audit.ts')).addAuditCommand,
  retention: async () => (await import('./commands/retention.ts')).addRetentionCommand,
  holds: async () => (await import('./commands/holds.ts')).addHoldsCommand,
  erase: async () => (await import('./commands/erase.ts')).addEraseCommand,
  backup: async () => (await import('./commands/backup.ts')).addBackupCommand,
  restore: async () => (await import('./commands/restore.ts')).addRestoreCommand,
  upgrade: async () => (await import('./commands/upgrade.ts')).addUpgradeCommand,
  migrate: async () => (await import('./commands/migrate.ts')).addMigrateCommand,
  config: async () => (await import('./commands/config.ts')).addConfigCommand,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctorCommand,
};

const versionFlags = ['-V', '--version'];

/** The command that the line begins with; otherwise all commands, for help and suggestions. The version needs none. */
async function loadCommands([first]: readonly string[]): Promise<readonly AddCommand[]> {
  if (first !== undefined && versionFlags.includes(first)) return [];
  const named = first !== undefined && Object.hasOwn(commands, first) ? commands[first] : undefined;
  const wanted = named === undefined ? Object.values(commands) : [named];
  return await Promise.all(wanted.map((load) => load()));
}

/** 0: success. 1: failure. 2: an error in the command line. 70: an internal error. */
export type ExitCode = 0 | 1 | 2 | 70;

/** Runs one command line. It never throws: errors are written to the terminal and set the exit code. */
export async function runCli(
  words: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<ExitCode> {
  const config = () => loadConfig(env, findConfigFile(env));
  const context: CommandContext = {
    config,
    settings: () => {
      const file = findConfigFile(env);
      return { file: file?.path ?? null, settings: listSettings(env, file) };
    },
    languageModels: (modelsFile = config().modelsFile ?? undefined) =>
      modelsFile === undefined ? noModels : readModelsSettings(modelsFile, env),
    identity: () => {
      const { identityFile } = config();
      return identityFile === null ? noIdentity : readIdentitySettings(identityFile, env);
    },
    terminal,
    isNpmScript: env['npm_lifecycle_event'] !== undefined,
  };
  const program = await createProgram(words, context);
  try {
    await program.parseAsync(words, { from: 'user' });
    return 0;
  } catch (error) {
    return explain(error, env, terminal);
  }
}

/** The named command, or all commands, with their options and help. */
export async function createProgram(words: readonly string[], context: CommandContext): Promise<Command> {
  const { terminal } = context;
  const program = new Command('avow')
    .description('An answer service that goes on the record.')
    .version(version, versionFlags.join(', '), 'print the version')
    // A command may define an option with the same name as a global one.
    .enablePositionalOptions()
    .helpCommand('help [command]', 'show help for a command')
    .showHelpAfterError('(add --help for usage)')
    .configureOutput({ writeOut: (text) => terminal.out(text.trimEnd()), writeErr: terminal.err })
    .exitOverride();
  for (const add of await loadCommands(words)) add(program, context);
  prepareCommands(program, words);
  return program;
}

/** Commander passes settings on only to commands that are created after them. */
function prepareCommands(command: Command, words: readonly string[]): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    guardOptionValues(child, words);
    prepareCommands(child, words);
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
    for (const { pointer, message } of error.options.errors ?? [])
      terminal.err(`  ${pointer.slice(1).replaceAll('/', '.')}: ${message}\n`);
    return 1;
  }
  if (isFault(error)) {
    terminal.err(`avow: ${error.message}\n`);
    return 1;
  }
  const known = error instanceof Error ? error : new Error(String(error));
  terminal.err(`avow: internal error: ${known.message}\n`);
  if (env['AVOW_LOG_LEVEL'] === 'debug') terminal.err(`${known.stack ?? ''}\n`);
  else terminal.err('Set AVOW_LOG_LEVEL=debug to see the stack trace.\n');
  return 70;
}

/** Errors of the operating system are not internal errors, and their messages explain them. */
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
