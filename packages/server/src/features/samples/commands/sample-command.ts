import type { SampleRequest } from '@avow/client';
import { bands, messageStatuses, sampleFindings, sampleMethods } from '@avow/contract/values';
import { type Command, Option } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import {
  givenOf,
  type PageOptions,
  readWholeNumber,
  serviceCommand,
  withPageOptions,
} from '../../../cli/service/service-command.ts';

interface DrawOptions extends Pick<SampleRequest, 'method' | 'size' | 'from' | 'until' | 'status' | 'band'> {
  readonly channel?: string;
  readonly guardrail?: string;
  readonly tripwire?: true;
}

export function addSampleCommand(audit: Command, context: CommandContext): void {
  const sample = audit
    .command('sample')
    .description('draw records for an audit, and state what was found of each')
    .addHelpText('after', explanation);
  addDrawCommand(sample, context);
  serviceCommand<PageOptions>(withPageOptions(sample.command('list')), context, {
    description: 'list samples, newest first',
    columns: ['sample_id', 'method', 'drawn_at', 'drawn', 'judged', 'signed_off_at'],
    call: (service, given) => service.listSamples(givenOf(given, ['limit', 'cursor'])),
  });
  serviceCommand(sample.command('show').argument('<sample-id>', 'smp_…'), context, {
    description: 'show a sample with its records, their findings, and what they say of all records',
    call: (service, _given, [sampleId = '']) => service.getSample(sampleId),
  });
  const finding = sample
    .command('finding')
    .argument('<sample-id>', 'smp_…')
    .argument('<message-id>', 'msg_…, of the sample')
    .addOption(
      new Option('--is <finding>', 'what was found; unreadable if the content is gone')
        .choices(sampleFindings)
        .makeOptionMandatory(),
    )
    .option('--note <text>', 'what exactly; it is erased with the message');
  serviceCommand<{ readonly is: (typeof sampleFindings)[number]; readonly note?: string }>(finding, context, {
    description: 'state what was found of a record',
    call: (service, given, [sampleId = '', messageId = '']) =>
      service.judgeSampleItem(sampleId, messageId, { finding: given.is, ...givenOf(given, ['note']) }),
  });
}

function addDrawCommand(sample: Command, context: CommandContext): void {
  const draw = sample
    .command('draw')
    .addOption(
      new Option('--method <method>', 'how records are chosen').choices(sampleMethods).default('random'),
    )
    .requiredOption('--size <number>', 'how many records, 500 at most', readWholeNumber)
    .requiredOption('--from <time>', 'questions asked at this time or later, as 2026-03-01T00:00:00Z')
    .option('--until <time>', 'questions asked before this time; now by default')
    .addOption(new Option('--status <status>', 'only with this status').choices(messageStatuses))
    .addOption(new Option('--band <band>', 'only with this band').choices(bands))
    .option('--channel <channel>', 'only of this channel')
    .option('--guardrail <id>', 'only those in which this guardrail found something')
    .option('--tripwire', 'only those that tripped a wire');
  serviceCommand<DrawOptions>(draw, context, {
    description: 'draw a sample of records of a period; it is never deleted',
    call: (service, { channel, guardrail, tripwire, ...given }) =>
      service.drawSample({
        ...{ method: given.method, size: given.size, from: given.from },
        ...givenOf(given, ['until', 'status', 'band']),
        ...(channel === undefined ? {} : { channel_type: channel }),
        ...(guardrail === undefined ? {} : { guardrail_id: guardrail as `grd_${string}` }),
        ...(tripwire === undefined ? {} : { tripwire_triggered: true }),
      }),
  });
}

const explanation = `
Read each record with "avow audit show", which is logged. Once each has a finding, a person who is signed in to the console signs
the sample off there: a signature is of a person, and a key has none.`;
