import type { Command } from 'commander';
import { addCheckCommand } from '../audit/check-command.ts';
import { addDiscardCommand } from '../audit/discard-command.ts';
import { addExportCommand } from '../audit/export-command.ts';
import { addKeyCommand } from '../audit/key-command.ts';
import { addKeysCommand } from '../audit/keys-command.ts';
import { addRekeyCommand } from '../audit/rekey-command.ts';
import { addReplayCommand } from '../audit/replay-command.ts';
import { addRotateKeyCommand } from '../audit/rotate-key-command.ts';
import { addShowCommand } from '../audit/show-command.ts';
import { addVerifyCommand } from '../audit/verify-command.ts';
import type { CommandContext } from '../command-context.ts';

export function addAuditCommand(program: Command, context: CommandContext): void {
  const audit = program
    .command('audit')
    .description('read, verify, export and replay audit records, and change the master key and the log key');
  for (const add of [
    addShowCommand,
    addVerifyCommand,
    addExportCommand,
    addCheckCommand,
    addKeyCommand,
    addKeysCommand,
    addRotateKeyCommand,
    addRekeyCommand,
    addReplayCommand,
    addDiscardCommand,
  ])
    add(audit, context);
}
