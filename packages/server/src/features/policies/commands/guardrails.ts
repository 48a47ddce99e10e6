import {
  checkFacts,
  describeSettings,
  type GuardrailCheck,
  guardrailChecks,
  type SettingDescription,
} from '@avow/contract/guardrails';
import { dataTypes, groupOf, nameTypes } from '@avow/guardrails';
import type { Command } from 'commander';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { formatTable } from '../../../cli/terminal.ts';
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

export function addChecksCommand(guardrails: Command, { terminal }: CommandContext): void {
  guardrails
    .command('checks')
    .option(...jsonOption)
    .description('list the checks that a policy can name, and the types of personal data')
    .action((options: { readonly json?: true }) => {
      const checks = describeChecks();
      const personalData = listPersonalData();
      if (options.json) {
        terminal.out(JSON.stringify({ checks, personal_data: personalData }));
        return;
      }
      const table = formatTable(
        ['CHECK', 'STAGES', 'ACTIONS', 'CATEGORY', 'FAILS'],
        checks.map(({ check, stages, actions, category, fail_mode }) => [
          ...[check, stages.join(', '), actions.join(', '), category, fail_mode],
        ]),
      );
      const settings = checks.flatMap(({ check, settings }) =>
        settings.map((setting) => [check, setting.name, setting.type, needOf(setting)]),
      );
      terminal.out(table);
      terminal.out(`\n${formatTable(['CHECK', 'SETTING', 'TYPE', 'DEFAULT'], settings)}`);
      terminal.out('\nTypes of personal data, by the group that can be named in their place:');
      for (const [group, types] of Object.entries(personalData))
        terminal.out(`${group}: ${types.join(', ')}`);
    });
}

function needOf(setting: SettingDescription): string {
  if (setting.required) return 'required';
  return setting.default === undefined ? 'not checked' : JSON.stringify(setting.default);
}

/** The checks that a policy can name, with their settings. */
export function describeChecks() {
  return guardrailChecks.map((check: GuardrailCheck) => {
    const { stages, actions, category, failMode } = checkFacts[check];
    return { check, stages, actions, category, fail_mode: failMode, settings: describeSettings(check) };
  });
}

/** The types of personal data, by the groups that a policy can name instead. */
export function listPersonalData(): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Map.groupBy([...dataTypes, ...nameTypes], groupOf));
}
