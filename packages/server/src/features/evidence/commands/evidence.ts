import { statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { auditExportLimits } from '@avow/contract/records';
import { UserError } from '@avow/foundation';
import { cleanText } from '@avow/text';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { verifyEd25519 } from '../../../secrets/verify-ed25519.ts';
import { tenantOfKey } from '../../log/commands/tenant-of-key.ts';
import { type CheckedEvidence, checkEvidence, EvidenceFault } from '../check-evidence.ts';
import { openEvidence } from '../compose/open-evidence.ts';
import type { EvidenceReport } from '../compose/write-evidence.ts';
import type { EvidencePeriod } from '../evidence-sources.ts';
import { type ControlState, controlStates } from '../frameworks/assess-framework.ts';
import { type FrameworkName, frameworkNames } from '../frameworks/framework.ts';

interface WriteOptions {
  readonly out: string;
  readonly from: number;
  readonly to: number;
  readonly framework: readonly FrameworkName[];
  readonly tenant?: string;
  /** `--without-records` */
  readonly withoutRecords?: true;
  readonly json?: true;
}

interface CheckOptions {
  readonly key?: string;
  readonly json?: true;
}

export function addEvidenceCommand(program: Command, context: CommandContext): void {
  const evidence = program
    .command('evidence')
    .description('write figures, records and mappings to frameworks for an auditor, and check them offline');
  evidence
    .command('write', { isDefault: true })
    .requiredOption('--out <folder>', 'the folder to write; it must not exist yet', readOut)
    .requiredOption('--from <day>', 'the first day of the period (UTC), such as 2026-01-01', readDay)
    .requiredOption('--to <day>', 'the last day of the period (UTC), such as 2026-03-31', readDay)
    .option(
      '--framework <names>',
      `the mappings to include: ${frameworkNames.join(', ')}, separated by commas, or all`,
      readFrameworks,
      frameworkNames,
    )
    .option(...tenantOption)
    .option('--without-records', 'leave the bundle of records out, so that the folder has no content')
    .option(...jsonOption)
    .description('write a signed folder with the evidence of a period')
    .addHelpText('after', explanation)
    .action((options: WriteOptions) => runWrite(context, options));
  evidence
    .command('check')
    .argument('<folder>', 'a folder that "avow evidence" wrote', readFolder)
    .option('--key <key>', 'the verifier key of the log, from another source')
    .option(...jsonOption)
    .description('check the signature, all hashes and the records of such a folder, offline')
    .addHelpText('after', checkExplanation)
    .action((folder: string, options: CheckOptions, command: Command) =>
      runCheck(context, { folder, options, command }),
    );
}

const explanation = `
It verifies the log of the tenant, exports the records of the period, counts, and signs the hashes of all files with the key
of the log. The hash of the folder becomes an entry of the log. Without --without-records the folder contains content in
clear text. Nothing in it says that a law or a standard is satisfied.`;

const checkExplanation = `
The exit code is 0 if everything verifies, 1 if a file is not what was signed, which is named, and 2 if there is nothing to
check.`;

const dayMs = 86_400_000;
const { evidenceDaysMax: daysMax } = auditExportLimits;

function periodOf({ from, to }: WriteOptions): EvidencePeriod {
  if (from > to) throw new UserError('--from must not be after --to.');
  if ((to - from) / dayMs >= daysMax) throw new UserError(`A period has at most ${daysMax} days.`);
  return { fromMs: from, untilMs: to + dayMs };
}

async function runWrite(context: CommandContext, options: WriteOptions): Promise<void> {
  const period = periodOf(options);
  const { terminal } = context;
  await withData(context, async (data) => {
    const tenant = await pickTenant(data, context.config(), options.tenant);
    const bar = progressBar(terminal, 'Working');
    const steps = new Map<string, { readonly done: number; readonly total: number }>();
    const sumOf = (part: 'done' | 'total') => [...steps.values()].reduce((sum, step) => sum + step[part], 0);
    const report = await openEvidence(context.config(), data, {
      ...{ tenant, period, frameworks: options.framework, out: options.out },
      withRecords: options.withoutRecords === undefined,
      onStep: (step, done, total) => {
        if (total === null) return;
        steps.set(step, { done, total });
        bar.update(sumOf('done'), sumOf('total'));
      },
    }).finally(bar.end);
    terminal.out(
      options.json
        ? JSON.stringify(wireOfReport(report, options.out))
        : cleanText(describeReport(report, options.out)),
    );
  });
}

function countStates({ controls }: EvidenceReport['frameworks'][number]) {
  const states = Object.keys(controlStates) as ControlState[];
  return Object.fromEntries(
    states.map((state) => [state, controls.filter((one) => one.state === state).length]),
  );
}

function wireOfReport(
  { files, messages, records, isVerified, fault, sha256, ...rest }: EvidenceReport,
  folder: string,
) {
  return {
    ...{ folder, files, messages, records, log_verified: isVerified, fault, sha256 },
    tenant_id: rest.tenantId,
    leaf_index: rest.leafIndex,
    outages: rest.outages,
    frameworks: Object.fromEntries(rest.frameworks.map((one) => [one.framework, countStates(one)])),
  };
}

function describeReport(report: EvidenceReport, folder: string): string {
  const { files, messages, records, isVerified, fault, frameworks, leafIndex, outages } = report;
  return [
    `${folder}: ${files} files about ${messages} messages${records === null ? '' : `, with ${records} records`}; entry ${leafIndex} of the log has its hash`,
    isVerified ? '  the log verifies' : `  the log does not verify: ${fault ?? 'there is none'}`,
    describeOutages(outages),
    ...frameworks.map((one) => {
      const counts = Object.entries(countStates(one)).map(
        ([state, count]) => `${controlStates[state as ControlState].toLowerCase()} ${count}`,
      );
      return `  ${one.name}: ${counts.join(', ')}`;
    }),
  ].join('\n');
}

function describeOutages(outages: EvidenceReport['outages']): string {
  if (outages === null) return '  of outages in the period nothing is known';
  const { unplanned, models, records } = outages;
  return `  outages that nobody had asked for: ${unplanned}; suspended language models: ${models}; times in which records could not be written: ${records}`;
}

async function runCheck(
  { terminal }: Pick<CommandContext, 'terminal'>,
  {
    folder,
    options: { key, json },
    command,
  }: { readonly folder: string; readonly options: CheckOptions; readonly command: Command },
): Promise<void> {
  if (key !== undefined) await tenantOfKey(key, command);
  try {
    const checked = await checkEvidence(folder, { trustedKey: key ?? null, verify: verifyEd25519 });
    terminal.out(json ? JSON.stringify(wireOfChecked(checked)) : cleanText(describeChecked(checked)));
  } catch (error) {
    if (!(error instanceof EvidenceFault)) throw error;
    const { file, message } = error;
    terminal.out(
      json
        ? JSON.stringify({ sound: false, file, why: message })
        : cleanText(`This does not verify: ${file}\n  ${message}`),
    );
    throw new UserError('The folder is not what was signed.', { cause: error });
  }
}

function wireOfChecked({ tenantId, files, sha256, leafIndex, isKeyTrusted, bundle }: CheckedEvidence) {
  return {
    ...{ sound: true, tenant_id: tenantId, files, sha256, leaf_index: leafIndex },
    ...{ key_trusted: isKeyTrusted, records: bundle?.records ?? null },
  };
}

function describeChecked({ tenantId, files, leafIndex, isKeyTrusted, bundle }: CheckedEvidence): string {
  return [
    `${files} files of ${tenantId}: everything verifies; entry ${leafIndex} of the log has the hash.`,
    bundle === null ? '  It has no records.' : `  ${bundle.records} records and their proofs verify.`,
    ...(isKeyTrusted
      ? []
      : ['  The key came with the folder: with --key from another source, nobody could have made it up.']),
  ].join('\n');
}

function readOut(text: string): string {
  const folder = resolve(text);
  if (text === '' || basename(folder) === '')
    throw new InvalidArgumentError('Expected the name of a folder.');
  if (!statSync(dirname(folder), { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError(`There is no folder ${dirname(folder)}.`);
  return folder;
}

function readFolder(text: string): string {
  const folder = resolve(text);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new InvalidArgumentError(`There is no folder ${folder}.`);
  return folder;
}

function readDay(text: string): number {
  const atMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Days that do not exist, such as 31 April, would be read as days of the next month.
  if (Number.isNaN(atMs) || new Date(atMs).toISOString().slice(0, text.length) !== text)
    throw new InvalidArgumentError('Expected a day such as 2026-01-31.');
  return atMs;
}

function readFrameworks(text: string): readonly FrameworkName[] {
  if (text === 'all') return frameworkNames;
  const names = text.split(',');
  const unknown = names.find((name) => !frameworkNames.some((one) => one === name));
  if (unknown !== undefined || new Set(names).size < names.length)
    throw new InvalidArgumentError(
      `Expected ${frameworkNames.join(', ')}, each once and separated by commas, or all.`,
    );
  return frameworkNames.filter((name) => names.includes(name));
}
