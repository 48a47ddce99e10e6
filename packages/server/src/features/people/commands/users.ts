import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addUserCommands } from './user-commands.ts';

export function addUsersCommand(program: Command, context: CommandContext): void {
  const users = program.command('users').description('invite, list, change and delete people who sign in');
  addUserCommands(users, context);
}
