import type { OutageList } from '@avow/contract/outages';
import { cleanText } from '@avow/text';
import type { Command } from 'commander';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { formatTable } from '../../../cli/terminal.ts';
import { findKnownOutages } from '../compose/compose-outages.ts';
import { outagesToWire } from '../outage-wire.ts';

export function addOutagesCommand(program: Command, context: CommandContext): void {
  program
    .command('outages')
    .option(...jsonOption)
    .description('list when the service or a part of it was away, newest first')
    .action(async (options: { json?: true }) => {
      await withData(context, async (data) => {
        const found = outagesToWire(await findKnownOutages(data));
        context.terminal.out(options.json ? JSON.stringify(found) : cleanText(describeOutages(found)));
      });
    });
}

function describeOutages({ known_since: since, data, omitted }: OutageList): string {
  if (since === null) return 'Nothing is known: no service has run here.';
  if (data.length === 0) return `There was no outage since ${since}.`;
  const rows = data.map(({ kind, from, until, host, model, cause, refused }) => [
    ...[kind, from, until ?? 'goes on', host],
    [model, cause, refused === 0 ? null : `${refused} queries refused`]
      .filter((one) => one !== null)
      .join(', '),
  ]);
  return [
    formatTable(['KIND', 'FROM', 'UNTIL', 'HOST', 'WHAT'], rows),
    omitted === 0 ? `Known since ${since}.` : `Known since ${since}; ${omitted} older ones are not shown.`,
  ].join('\n');
}
