import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addReplayCommand } from '../../replay/commands/replay-command.ts';
import { addSampleCommand } from '../../samples/commands/sample-command.ts';
import { addCheckCommand } from './check-command.ts';
import { addDiscardCommand } from './discard-command.ts';
import { addExportCommand } from './export-command.ts';
import { addKeyCommand, addLogKeysCommands } from './keys-command.ts';
import { addRekeyCommand } from './rekey-command.ts';
import { addRotateKeyCommand } from './rotate-key-command.ts';
import { addShowCommand } from './show-command.ts';
import { addVerifyCommand } from './verify-command.ts';

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
    addLogKeysCommands,
    addRotateKeyCommand,
    addRekeyCommand,
    addReplayCommand,
    addDiscardCommand,
    addSampleCommand,
  ])
    add(audit, context);
}
