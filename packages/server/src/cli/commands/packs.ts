import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addContentCommands } from '../packs/content-commands.ts';
import { addExportFolder } from '../packs/export-command.ts';
import { addLoad } from '../packs/load-command.ts';
import { addPackCommands } from '../packs/pack-commands.ts';
import { addVersionCommands } from '../packs/version-commands.ts';

export function addPacksCommand(program: Command, context: CommandContext): void {
  const packs = program.command('packs').description('load, publish, inspect and delete content packs');
  addLoad(packs, context);
  addPackCommands(packs, context);
  addContentCommands(packs, context);
  addVersionCommands(packs, context);
  addExportFolder(packs, context);
}
