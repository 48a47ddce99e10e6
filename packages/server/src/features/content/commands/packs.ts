import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addExportFolder } from '../../loading/commands/export-command.ts';
import { addLoad } from '../../loading/commands/load-command.ts';
import { addVersionCommands } from '../../publication/commands/version-commands.ts';
import { addContentCommands } from './content-commands.ts';
import { addPackCommands } from './pack-commands.ts';

export function addPacksCommand(program: Command, context: CommandContext): void {
  const packs = program.command('packs').description('load, publish, inspect and delete content packs');
  addLoad(packs, context);
  addPackCommands(packs, context);
  addContentCommands(packs, context);
  addVersionCommands(packs, context);
  addExportFolder(packs, context);
}
