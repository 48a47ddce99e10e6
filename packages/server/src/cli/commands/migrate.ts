import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { type Move, moveToPostgres } from '../../app/move-to-postgres.ts';
import { type CommandContext, jsonOption } from '../command-context.ts';
import { progressBar } from '../terminal.ts';

const threadsMax = 8;

export function addMigrateCommand(program: Command, context: CommandContext): void {
  program
    .command('migrate')
    .requiredOption('--from-sqlite', 'from SQLite in AVOW_DATA_DIR to the database of AVOW_DATABASE_URL')
    .option(...jsonOption)
    .description('move an installation to PostgreSQL; the service must be stopped')
    .addHelpText('after', explanation)
    .action((options: { json?: true }) => runMigrate(context, options));
}

const explanation = `
The records are verified as by "avow audit verify", copied in one transaction, and verified again in PostgreSQL. Until then
nothing changes in SQLite; afterwards its file is kept under another name. If the command is interrupted, run it again. The
database must be empty.`;

async function runMigrate(context: CommandContext, { json }: { readonly json?: true }): Promise<void> {
  const checking = progressBar(context.terminal, 'Checking');
  const copying = progressBar(context.terminal, 'Copying');
  const threads = Math.min(threadsMax, availableParallelism());
  const move = await moveToPostgres(
    context.config(),
    { threads },
    { onVerified: checking.update, onCopied: copying.update },
  ).finally(() => {
    checking.end();
    copying.end();
  });
  context.terminal.out(json ? JSON.stringify(wireOf(move)) : describe(move));
}

function wireOf({ kind, logs, leftFile }: Move) {
  return {
    outcome: kind,
    tenants: logs.length,
    entries: logs.reduce((sum, { size }) => sum + size, 0),
    file: leftFile,
  };
}

function describe(move: Move): string {
  const { tenants, entries } = wireOf(move);
  return [
    `${move.kind === 'copied' ? 'Everything was copied' : 'Everything had been copied before'}, and verifies on both sides (tenants with a log: ${tenants}, entries: ${entries}).`,
    'Next:',
    '  1. Start the service with AVOW_DATABASE_URL, and run "avow doctor".',
    '  2. Copy pepper.key, master.key and log.key to the data folder of every further node.',
    `  3. Delete ${move.leftFile} once you no longer need it: erasures from now on do not reach it.`,
  ].join('\n');
}
