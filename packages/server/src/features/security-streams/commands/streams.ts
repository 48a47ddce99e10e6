import { randomUUID } from 'node:crypto';
import type { SecurityStreamEntry } from '@avow/contract/security-streams';
import { systemClock, UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { SecurityStream } from '../../../config/security-streams.ts';
import { openSecurityStreams, product } from '../compose/compose-security-streams.ts';
import { describeTarget, sendTestEvent } from '../security-streams.ts';
import { streamToWire } from '../stream-wire.ts';

const wantedCodePointsMax = 80;
const noStreams = 'No stream of security events is set up: AVOW_SECURITY_STREAMS_FILE names a file of them.';

export function addStreamsCommand(program: Command, context: CommandContext): void {
  const streams = program
    .command('streams')
    .description('show how streams of security events are doing, and try one');
  streams
    .command('list', { isDefault: true })
    .option(...jsonOption)
    .description('list all streams with how far each is behind, and why')
    .action(async (options: { json?: true }) => {
      const configured = context.securityStreams();
      if (configured.length === 0 && !options.json) return context.terminal.out(noStreams);
      await withData(context, async (data) => {
        const listed = (await openSecurityStreams(configured, data).list()).map(streamToWire);
        context.terminal.out(options.json ? JSON.stringify({ data: listed }) : table(listed));
      });
    });
  streams
    .command('test')
    .argument('<name>', 'the name of a stream')
    .description('send one test event to a collector; it is on no log')
    .action(async (wanted: string) => {
      const stream = findStream(context.securityStreams(), wanted);
      const id = `test.${randomUUID()}`;
      const outcome = await sendTestEvent(stream, {
        ...{ id, product, clock: systemClock },
        signal: new AbortController().signal,
      });
      if (outcome.kind === 'failed')
        throw new UserError(`${describeTarget(stream.target)} did not take the event: ${outcome.fault}.`);
      context.terminal.out(`${describeTarget(stream.target)} took the event ${id}.`);
    });
}

function findStream(configured: readonly SecurityStream[], wanted: string): SecurityStream {
  const found = configured.find(({ name }) => name === wanted);
  if (found !== undefined) return found;
  if (configured.length === 0) throw new UserError(noStreams);
  throw new UserError(
    `There is no stream ${cleanLine(wanted, wantedCodePointsMax)}. There are: ${configured.map(({ name }) => name).join(', ')}.`,
  );
}

function table(streams: readonly SecurityStreamEntry[]): string {
  const rows = streams.map(({ name, kind, destination, behind, sent_at: sentAt, fault }) => [
    ...[name, kind, destination, String(behind), sentAt ?? 'never', fault ?? ''],
  ]);
  return formatTable(['STREAM', 'KIND', 'DESTINATION', 'BEHIND', 'LAST SENT', 'FAULT'], rows);
}
