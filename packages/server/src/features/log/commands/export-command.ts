import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { bands, messageStatuses } from '@avow/contract/values';
import { suffixOf, UserError } from '@avow/foundation';
import type { BundleScope } from '@avow/ledger-log';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandContext, jsonOption, purposeOption, withData } from '../../../cli/command-context.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { readTime } from '../../../cli/read-time.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { readForGiven } from '../../purposes/purposes.ts';
import { openExport } from '../compose/open-export.ts';
import { exportScope } from '../export-records.ts';

interface ExportOptions {
  readonly out: string;
  readonly tenant?: string;
  readonly from?: string;
  readonly until?: string;
  readonly thread?: string;
  readonly endUser?: string;
  readonly status?: string;
  readonly band?: string;
  readonly tripwire?: boolean;
  readonly purpose?: string;
  readonly json?: true;
}

export function addExportCommand(audit: Command, context: CommandContext): void {
  audit
    .command('export')
    .requiredOption('--out <file>', 'the file to write; it must not exist yet', readOut)
    .option(...tenantOption)
    .option(
      '--from <time>',
      'records of questions asked at this time or later, such as 2026-11-01 or 2026-11-01T12:00:00Z',
      readTime,
    )
    .option('--until <time>', 'records of questions asked before this time', readTime)
    .option('--thread <thread-id>', 'records of this thread', readThread)
    .option('--end-user <id>', 'records of this end user', readPerson)
    .addOption(new Option('--status <status>', 'records with this status').choices(messageStatuses))
    .addOption(new Option('--band <band>', 'records with this confidence band').choices(bands))
    .option('--tripwire', 'records of messages that an enforced guardrail stopped')
    .option('--no-tripwire', 'records of all others')
    .option(...purposeOption)
    .option(...jsonOption)
    .description('write records of a tenant, all or some, to a bundle that anyone can check')
    .addHelpText('after', explanation)
    .action((options: ExportOptions) => runExport(context, options));
}

const explanation = `
Several criteria select the records that fulfil all of them. The export is logged before the first record is written. It is written to FILE.part first; run the same command again to
continue one that was interrupted. Check it with "avow audit check FILE".`;

async function runExport(context: CommandContext, options: ExportOptions): Promise<void> {
  const scope = scopeOf(options);
  await withData(context, async (data) => {
    const { tenantId } = await pickTenant(data, context.config(), options.tenant);
    const bar = progressBar(context.terminal, 'Exporting');
    const opened = await openExport(context.config(), data);
    const { records, events, size, isResumed } = await readForGiven(
      data,
      { tenantId, given: options.purpose },
      () => opened.exportRecords(tenantId, { scope, out: options.out, onProgress: bar.update }),
    )
      .finally(bar.end)
      .finally(opened.close);
    const wire = {
      file: options.out,
      tenant_id: tenantId,
      records,
      events,
      checkpoint_size: size,
      resumed: isResumed,
    };
    const found = records === 0 ? 'no records were found: 0 records' : `${records} records`;
    context.terminal.out(
      options.json
        ? JSON.stringify(wire)
        : `${options.out}: ${found} and ${events} events, under the checkpoint of size ${size}${isResumed ? '; an interrupted export was continued' : ''}`,
    );
  });
}

function scopeOf({ from, until, thread, endUser, status, band, tripwire }: ExportOptions): BundleScope {
  if (from !== undefined && until !== undefined && from >= until)
    throw new UserError('--from must be before --until.');
  return exportScope({
    from: from ?? null,
    until: until ?? null,
    threadId: thread ?? null,
    endUserId: endUser ?? null,
    status: status ?? null,
    band: band ?? null,
    tripwireTriggered: tripwire ?? null,
  });
}

function readOut(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected a file name.');
  const folder = dirname(resolve(text));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError(`There is no folder ${folder}.`);
  return text;
}

function readThread(text: string): string {
  if (suffixOf(text, ['thr']) === null) throw new InvalidArgumentError('Expected a thread id (thr_…).');
  return text;
}

function readPerson(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected the id of an end user.');
  return text;
}
