import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addVersionCommands } from '../../publication/commands/version-commands.ts';
import { addContentCommands } from './content-commands.ts';
import { addExportFolder } from './export-command.ts';
import { addLoad } from './load-command.ts';
import { addPackCommands } from './pack-commands.ts';

export function addPacksCommand(program: Command, context: CommandContext): void {
  const packs = program.command('packs').description('load, publish, inspect and delete content packs');
  addLoad(packs, context);
  addPackCommands(packs, context);
  addContentCommands(packs, context);
  addVersionCommands(packs, context);
  addExportFolder(packs, context);
}
