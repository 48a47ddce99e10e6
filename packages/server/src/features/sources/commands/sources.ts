import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addSettingCommands } from './setting-commands.ts';
import { addSyncCommands } from './sync-commands.ts';

export function addSourcesCommand(program: Command, context: CommandContext): void {
  const sources = program
    .command('sources')
    .description(
      'keep content packs current from websites, repositories, buckets, folders, feeds, wikis and drives',
    );
  addSettingCommands(sources, context);
  addSyncCommands(sources, context);
}
