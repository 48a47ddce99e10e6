import type { EventEmitter } from 'node:events';
import { problems } from '@avow/contract/values';
import { AppError, UserError } from '@avow/foundation';
import { Command, CommanderError } from 'commander';
import { version } from '../app/version.ts';
import { noIdentity } from '../config/identity-settings.ts';
import { findConfigFile, listSettings, loadConfig } from '../config/load-config.ts';
import { readIdentitySettings } from '../config/read-identity-file.ts';
import { noLanguageModels } from '../config/read-models-file.ts';
import { readModelsSettings } from '../config/read-models-settings.ts';
import { readSecurityStreams } from '../config/read-security-streams.ts';
import { runAs } from '../features/log/log.ts';
import type { CommandContext } from './command-context.ts';
import { commands } from './command-table.ts';
import type { Terminal } from './terminal.ts';

const versionFlags = ['-V', '--version'];

/**
 * The command that the line begins with, or asks for help with. Otherwise all commands as the help lists them, which is
 * enough for help and suggestions. The version needs none.
 */
async function addCommands(program: Command, words: readonly string[], context: CommandContext) {
  const name = words[0] === 'help' ? words[1] : words[0];
  if (name !== undefined && versionFlags.includes(name)) return;
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (named !== undefined) {
    const add = await named.load();
    add(program, context);
    return;
  }
  for (const [listed, { summary }] of Object.entries(commands)) program.command(listed).description(summary);
  program.configureHelp({
    subcommandTerm: (command) => {
      const usage = command.name() === 'help' ? '[command]' : commands[command.name()]?.usage;
      return usage === undefined ? command.name() : `${command.name()} ${usage}`;
    },
  });
}

/** 0: success. 1: failure. 2: an error in the command line. 70: an internal error. */
type ExitCode = 0 | 1 | 2 | 70;

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
      modelsFile === undefined ? noLanguageModels : readModelsSettings(modelsFile, env),
    identity: () => {
      const { identityFile } = config();
      return identityFile === null ? noIdentity : readIdentitySettings(identityFile, env);
    },
    securityStreams: () => {
      const { securityStreamsFile } = config();
      return securityStreamsFile === null ? [] : readSecurityStreams(securityStreamsFile);
    },
    terminal,
    isNpmScript: env['npm_lifecycle_event'] !== undefined,
  };
  const program = await createProgram(words, context);
  try {
    const run = () => program.parseAsync(words, { from: 'user' });
    // What a service changes by itself is not the command line's.
    await (words[0] === 'serve' ? run() : runAs({ actor: 'operator', reason: '' }, run));
    return 0;
  } catch (error) {
    return explain(error, env, terminal);
  }
}

/** The named command with its options and help, or the list of commands. */
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
  await addCommands(program, words, context);
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

/**
 * Commander takes any word after an option for its value: `--file --help` would write a file named `--help`. A request for
 * help is answered with it, and any other option in place of a value is an error. `--file=--name` says that it is meant.
 */
function guardOptionValues(command: Command, words: readonly string[]): void {
  // It is one, which its types do not say in full. A listener that comes first sees a value before it is read.
  const events = command as Command & EventEmitter;
  for (const option of command.options) {
    if (!option.required) continue;
    const { long } = option;
    events.prependListener(`option:${option.name()}`, (value: string) => {
      if (words.includes(`${long}=${value}`)) return;
      if (value === '--help' || value === '-h') command.help();
      if (value.startsWith('--'))
        command.error(
          `error: option '${option.flags}' has no value before '${value}'. If that is meant as its value, write ./${value} for a path, or ${long}=${value}.`,
        );
    });
  }
}
