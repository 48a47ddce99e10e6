import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { type DoctorFinding, fault } from '../doctor/finding.ts';
import { machineChecks } from '../doctor/machine-checks.ts';
import { furtherModelChecks, modelChecks } from '../doctor/model-checks.ts';
import { recordChecks } from '../doctor/record-checks.ts';
import { stateChecks } from '../doctor/state-checks.ts';

const usualChecks = [...machineChecks, ...modelChecks, ...recordChecks, ...stateChecks];

export function addDoctorCommand(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .option('--all', 'also run the embedded models, and ask every language model one short question')
    .option('--json', 'print JSON')
    .description('check the installation and report what is wrong')
    .action(async (options: { all?: true; json?: true }) => {
      const config = context.config();
      const findings: DoctorFinding[] = [];
      for (const { check, look } of options.all ? [...usualChecks, ...furtherModelChecks] : usualChecks) {
        const found = await look(config, context).catch((error: unknown) =>
          fault(error instanceof Error ? error.message : 'could not be checked'),
        );
        findings.push({ check, ...found });
      }
      context.terminal.out(
        options.json
          ? JSON.stringify(findings)
          : findings.map(({ check, state, detail }) => `${state.padEnd(8)}${check}: ${detail}`).join('\n'),
      );
      const faults = findings.filter(({ state }) => state === 'fault').length;
      if (faults > 0) throw new UserError(faults === 1 ? '1 check failed.' : `${faults} checks failed.`);
    });
}
