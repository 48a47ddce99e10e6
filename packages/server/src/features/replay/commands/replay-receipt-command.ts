import type { Command } from 'commander';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { readReceiptFile } from '../../log/commands/given-files.ts';
import { tenantOfKey } from '../../log/commands/tenant-of-key.ts';
import { readGroups } from './replay-command.ts';
import type { ReceiptReplayOptions } from './run-replay.ts';

export function addReplayReceiptCommand(program: Command, context: CommandContext): void {
  program
    .command('replay')
    .requiredOption('--from-receipt <file>', 'a file with the receipt of an answer', readReceiptFile)
    .option('--key <key>', 'the verifier key of the log, from another source')
    .option(
      '--groups <list>',
      'groups to ask as a member of, separated by commas; those on record by default',
      readGroups,
    )
    .option(...jsonOption)
    .description('answer the question of a receipt again, and report what differs and why')
    .addHelpText('after', explanation)
    .action(async (options: ReceiptReplayOptions & { readonly fromReceipt: string }, command: Command) => {
      if (options.key !== undefined) await tenantOfKey(options.key, command);
      // Only this takes what answers questions.
      const { runReplayOfReceipt } = await import('./run-replay.ts');
      await runReplayOfReceipt(context, options.fromReceipt, options);
    });
}

const explanation = `
The receipt is verified, and compared with the log of this installation. Then the question is asked as it is stored, of the
versions that the record names, as "avow audit replay" does.

The exit code is 0 if answer, status and citations are those on record, and 1 if they differ, the receipt does not verify,
or the message cannot be replayed.

Example:
  avow replay --from-receipt receipt.json`;
