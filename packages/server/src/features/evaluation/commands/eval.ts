import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addGateCommands } from './gate-commands.ts';
import { addGoldenCommands } from './golden-commands.ts';
import { addRun } from './run-command.ts';
import { addSuggestCommands } from './suggest-commands.ts';

export function addEvalCommand(program: Command, context: CommandContext): void {
  const evaluations = program
    .command('eval')
    .description('evaluate content packs with golden questions, compare runs, and gate publications');
  addRun(evaluations, context);
  addSuggestCommands(evaluations, context);
  addGoldenCommands(evaluations, context);
  addGateCommands(evaluations, context);
}
