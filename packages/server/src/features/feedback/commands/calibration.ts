import type { SettleCalibrationRequest } from '@avow/client';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { readWholeNumber, serviceCommand } from '../../../cli/service/service-command.ts';

const proposalId = ['<proposal-id>', 'cal_…, of "calibration show"'] as const;
const named = ([id = '']: readonly string[]) => ({ proposal_id: id }) as SettleCalibrationRequest;

export function addCalibrationCommand(program: Command, context: CommandContext): void {
  const calibration = program
    .command('calibration')
    .description('show what labels propose to change of scores, and accept, dismiss or revert it');
  serviceCommand(calibration.command('show'), context, {
    description: 'show the calibration in force, what is proposed, and earlier revisions',
    call: (service) => service.getCalibration(),
  });
  serviceCommand(calibration.command('refit'), context, {
    description: 'fit the current labels, and propose the result',
    call: (service) => service.refitCalibration({}),
  });
  serviceCommand(calibration.command('accept').argument(...proposalId), context, {
    description: 'put the proposal in force',
    call: (service, _given, words) => service.acceptCalibration(named(words)),
  });
  serviceCommand(calibration.command('dismiss').argument(...proposalId), context, {
    description: 'keep scores as they are',
    call: (service, _given, words) => service.dismissCalibration(named(words)),
  });
  const revert = calibration
    .command('revert')
    .option('--revision <number>', 'the revision to restore, 0 for the built-in model', readWholeNumber);
  serviceCommand<{ readonly revision?: number }>(revert, context, {
    description: 'restore the revision before the newest',
    call: (service, { revision }) => service.revertCalibration(revision === undefined ? {} : { revision }),
  });
  serviceCommand(calibration.command('reset'), context, {
    description: 'use the built-in model without calibration',
    call: (service) => service.resetCalibration(),
  });
}
