import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { addChecksCommand } from '../guardrails/checks-command.ts';
import { addExplainCommand } from '../guardrails/explain-command.ts';
import { addPolicyCommands } from '../guardrails/policy-commands.ts';
import { addTestCommand } from '../guardrails/test-command.ts';

export function addGuardrailsCommand(program: Command, context: CommandContext): void {
  const guardrails = program
    .command('guardrails')
    .description('show, set, test and reset the guardrail policy of a tenant');
  addPolicyCommands(guardrails, context);
  addTestCommand(guardrails, context);
  addExplainCommand(guardrails, context);
  addChecksCommand(guardrails, context);
}
