import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { addChecksCommand } from './checks-command.ts';
import { addExplainCommand } from './explain-command.ts';
import { addPolicyCommands } from './policy-commands.ts';
import { addTestCommand } from './test-command.ts';

export function addGuardrailsCommand(program: Command, context: CommandContext): void {
  const guardrails = program
    .command('guardrails')
    .description('show, set, test and reset the guardrail policy of a tenant');
  addPolicyCommands(guardrails, context);
  addTestCommand(guardrails, context);
  addExplainCommand(guardrails, context);
  addChecksCommand(guardrails, context);
}
