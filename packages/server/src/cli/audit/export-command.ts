import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { BundleScope } from '@avow/audit';
import { formatTime } from '@avow/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { exportRecords } from '../../app/export-records.ts';
import { UserError } from '../../errors/user-error.ts';
import { suffixOf } from '../../ids/typeid.ts';
import { type CommandContext, pickTenant, withData } from '../command-context.ts';
import { progressBar } from '../terminal.ts';

interface ExportOptions {
  readonly out: string;
  readonly tenant?: string;
  readonly from?: string;
  readonly until?: string;
  readonly thread?: string;
  readonly endUser?: string;
  readonly json?: true;
}

export function addExportCommand(audit: Command, context: CommandContext): void {
  audit
    .command('export')
    .requiredOption('--out <file>', 'where the bundle goes; nothing must be there yet', readOut)
    .option('--tenant <tenant>', 'id or name; needed only where there are several')
    .option(
      '--from <time>',
      'records asked at this time or later, such as 2026-11-01 or 2026-11-01T12:00:00Z',
      readTime,
    )
    .option('--until <time>', 'records asked before this time', readTime)
    .option('--thread <thread-id>', 'records of this thread', readThread)
    .option('--end-user <id>', 'records of this person', readPerson)
    .option('--json', 'print JSON')
    .description('write records to a file that anybody can check: all of a tenant, or some')
    .addHelpText('after', explanation)
    .action((options: ExportOptions) => runExport(context, options));
}

const explanation = `
The export is put on the log before the first record is written. It goes to FILE.part first; run the same command again to
go on with one that was interrupted. Check it with "avow audit check FILE".`;

async function runExport(context: CommandContext, options: ExportOptions): Promise<void> {
  const scope = scopeOf(options);
  await withData(context, async (data) => {
    const { tenantId } = await pickTenant(data, options.tenant);
    const bar = progressBar(context.terminal, 'Exporting');
    const wish = { scope, out: options.out, onProgress: bar.update };
    const report = await exportRecords({ config: context.config(), data }, tenantId, wish).finally(bar.end);
    const { records, deeds, size, isResumed } = report;
    const wire = {
      file: options.out,
      tenant_id: tenantId,
      records,
      deeds,
      checkpoint_size: size,
      resumed: isResumed,
    };
    const found = records === 0 ? 'nothing was found: 0 records' : `${records} records`;
    context.terminal.out(
      options.json
        ? JSON.stringify(wire)
        : `${options.out}: ${found} and ${deeds} deeds, under the checkpoint of size ${size}${isResumed ? '; an earlier export was gone on with' : ''}`,
    );
  });
}

/** One wish at most: what was asked for stands in the bundle. */
function scopeOf({ from, until, thread, endUser }: ExportOptions): BundleScope {
  const isPeriod = from !== undefined || until !== undefined;
  const wishes = [isPeriod, thread !== undefined, endUser !== undefined].filter(Boolean).length;
  if (wishes > 1) throw new UserError('Choose by time, by --thread or by --end-user, not by several.');
  if (isPeriod) {
    if (from !== undefined && until !== undefined && from >= until)
      throw new UserError('--from must be before --until.');
    return { kind: 'period', from: from ?? null, until: until ?? null };
  }
  if (thread !== undefined) return { kind: 'thread', threadId: thread };
  return endUser === undefined ? { kind: 'all' } : { kind: 'end_user', endUserId: endUser };
}

function readOut(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected the name of a file.');
  const folder = dirname(resolve(text));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError(`There is no folder ${folder}.`);
  return text;
}

function readThread(text: string): string {
  if (suffixOf(text, ['thr']) === null)
    throw new InvalidArgumentError('A thread has an id that begins with thr_.');
  return text;
}

function readPerson(text: string): string {
  if (text === '') throw new InvalidArgumentError('Expected the id of a person.');
  return text;
}

/** A day, or a time with its zone: what has none would mean something else on each machine. */
function readTime(text: string): string {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text);
  // Days that the calendar lacks would be counted on into the next month.
  const day = text.slice(0, 'yyyy-mm-dd'.length);
  const isDay = isTime && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2));
  const atMs = isDay ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(atMs))
    throw new InvalidArgumentError(
      'Expected a day such as 2026-11-01, or a time such as 2026-11-01T12:00:00Z.',
    );
  return formatTime(atMs);
}
