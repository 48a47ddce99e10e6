import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { requireInstalled } from '../../../app/installation-state.ts';
import type { CommandContext } from '../../../cli/command-context.ts';
import type { Config } from '../../../config/load-config.ts';
import { changeMasterKey, type MasterKeyChange } from '../compose/change-master-key.ts';
import { openKeyChange } from '../compose/open-key-change.ts';

export function addRekeyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('rekey')
    .requiredOption(
      '--to <file>',
      'the file of the new master key; created if it does not exist',
      readNewKeyFile,
    )
    .option('--json', 'print JSON')
    .description('change the master key; the service must be stopped')
    .addHelpText('after', explanation)
    .action(async ({ to, json }: { to: string; json?: true }) => {
      const config = context.config();
      await requireInstalled(config);
      const change = await changeMasterKey(config, to, () => openKeyChange(config));
      context.terminal.out(json ? JSON.stringify(wireOf(change, to)) : describe(change, config, to));
    });
}

const explanation = `
The old master key is the configured one. Neither file is overwritten or removed. If the command is interrupted, one of
the two keys opens everything: run it again, and it completes the change or reports that it is complete.`;

export function readNewKeyFile(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a file name.');
  const path = resolve(text);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError(`${path} is a folder.`);
  if (!statSync(dirname(path), { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError(`There is no folder ${dirname(path)}.`);
  return path;
}

function wireOf(change: MasterKeyChange, file: string) {
  return {
    outcome: change.kind,
    tenants: change.kind === 'nothing' ? 0 : change.tenants,
    file,
    key_made: change.kind === 'changed' && change.isKeyMade,
  };
}

function describe(change: MasterKeyChange, config: Config, file: string): string {
  switch (change.kind) {
    case 'nothing':
      if (config.databaseUrl !== null)
        return 'No record is encrypted here yet: nothing was changed, and no key was created.';
      return `No record is encrypted here yet: nothing was changed, and no key was created.\nTo start with another key, set AVOW_MASTER_KEY_FILE=${file}; the next start creates it if it does not exist.`;
    case 'already':
      return `The master key in ${file} opens everything here already (tenants: ${change.tenants}). Nothing was changed.\n${nextSteps(config, file)}`;
    case 'changed':
      return `The master key in ${file}${change.isKeyMade ? ', which was just created,' : ''} opens everything here from now on (tenants: ${change.tenants}). The old one no longer opens anything.\n${nextSteps(config, file)}`;
  }
}

function nextSteps({ masterKey, masterKeyFile }: Config, file: string): string {
  const use =
    masterKey === null
      ? `Set AVOW_MASTER_KEY_FILE=${file}; or keep the old key elsewhere, and put the new file in its place, ${masterKeyFile}.`
      : `Set AVOW_MASTER_KEY to the content of ${file}; or unset it, and set AVOW_MASTER_KEY_FILE=${file}.`;
  return [
    'Next:',
    `  1. ${use}`,
    '  2. Back up the new key, apart from the records.',
    '  3. Start the service, and run "avow doctor".',
    '  4. Earlier backups need the old key: destroy it once the last of them is gone.',
  ].join('\n');
}
