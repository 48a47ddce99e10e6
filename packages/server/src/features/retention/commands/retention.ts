import { type Command, InvalidArgumentError } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { confirmUnless } from '../../../cli/service/confirm-unless.ts';
import { readWholeNumber, serviceCommand } from '../../../cli/service/service-command.ts';

interface Days {
  readonly contentDays: number;
  readonly recordDays: number | 'never';
  readonly yes?: true;
}

export function addRetentionCommand(program: Command, context: CommandContext): void {
  const retention = program.command('retention').description('show and set how long records are kept');
  serviceCommand(retention.command('show'), context, {
    description: 'show after how many days content is destroyed and records are dropped',
    call: (service) => service.getRetention(),
  });
  const set = retention
    .command('set')
    .requiredOption('--content-days <days>', 'until the content of a message is destroyed', readWholeNumber)
    .requiredOption('--record-days <days>', 'until the record itself is dropped, or never', daysOrNever)
    .option('--yes', 'do not ask: a shorter time destroys older records within the hour');
  serviceCommand<Days>(set, context, {
    description: 'set after how many days content is destroyed and records are dropped',
    before: ({ yes }) => confirmUnless(yes, context, 'What is older is destroyed within the hour, for good.'),
    call: (service, { contentDays, recordDays }) =>
      service.setRetention({
        content_days: contentDays,
        record_days: recordDays === 'never' ? null : recordDays,
      }),
  });
}

function daysOrNever(text: string): number | 'never' {
  if (text === 'never') return text;
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, or never.');
  return Number(text);
}
