import type { Command } from 'commander';
import { requireInstalled } from '../../../app/installation-state.ts';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import type { Config } from '../../../config/load-config.ts';
import { changeLogKey, type LogKeyChange } from '../compose/change-log-key.ts';
import { readNewKeyFile } from './rekey-command.ts';

export function addRotateKeyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('rotate-key')
    .requiredOption(
      '--to <file>',
      'the file of the new log key; created if it does not exist',
      readNewKeyFile,
    )
    .option(...jsonOption)
    .description('replace the key that signs the log; the service must be stopped')
    .addHelpText('after', explanation)
    .action(async ({ to, json }: { to: string; json?: true }) => {
      const config = context.config();
      await requireInstalled(config);
      const change = await changeLogKey(config, to);
      context.terminal.out(json ? JSON.stringify(wireOf(change, to)) : describe(change, config, to));
    });
}

const explanation = `
The old key is the configured one. In every log it signs a checkpoint that names the new key, and the new key signs it too:
anyone who trusts one of them can follow to the other. Neither file is overwritten or removed. If the command is interrupted,
run it again, and it completes the change or reports that it is complete.`;

function wireOf(change: LogKeyChange, file: string) {
  return {
    outcome: change.kind,
    logs: change.kind === 'nothing' ? 0 : change.logs,
    file,
    key_made: change.kind === 'changed' && change.isKeyMade,
  };
}

function describe(change: LogKeyChange, config: Config, file: string): string {
  switch (change.kind) {
    case 'nothing':
      return 'There is no log here yet: nothing was changed, and no key was created.';
    case 'already':
      return `The key in ${file} signs every log here already (logs: ${change.logs}). Nothing was changed.\n${nextSteps(config, file)}`;
    case 'changed':
      return `The key in ${file}${change.isKeyMade ? ', which was just created,' : ''} signs every log here from now on (logs: ${change.logs}). The old key has signed that.\n${nextSteps(config, file)}`;
  }
}

function nextSteps({ logKeyFile, databaseUrl }: Config, file: string): string {
  const nodes = databaseUrl === null ? '' : ' Copy it to every node.';
  return [
    'Next:',
    `  1. Set AVOW_LOG_KEY_FILE=${file}; or move the old key away, and put the new file in its place, ${logKeyFile}.${nodes}`,
    '  2. Back up the new key, apart from the records.',
    '  3. Start the service, and run "avow audit verify".',
    '  4. Tell those who verify your records: "avow audit keys" prints the new key and the statement.',
    '  5. Back up the records. Keep the old key, offline, as long as you keep backups from before the change, and destroy it with the last of them: what it has signed is verified without it.',
  ].join('\n');
}
