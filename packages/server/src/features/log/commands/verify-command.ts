import { availableParallelism } from 'node:os';
import { UserError } from '@avow/foundation';
import { ArchiveFaultFound, type Fault, type LogReport } from '@avow/ledger/verification';
import { cleanText } from '@avow/text';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { progressBar } from '../../../cli/terminal.ts';
import { verifyInstallation } from '../compose/open-verification.ts';
import { describeProved, wireOfProved } from './describe-proved.ts';
import { tenantOfKey } from './tenant-of-key.ts';

interface VerifyOptions {
  readonly tenant?: string;
  readonly key?: string;
  readonly withoutContent?: true;
  readonly witnesses?: string;
  readonly timeStampRoots?: string;
  readonly json?: true;
}

export function addVerifyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('verify')
    .option('--tenant <tenant>', 'id or name; by default the tenant of --key, else all tenants')
    .option(
      '--key <key>',
      'the verifier key of one tenant, from another source; by default the log key of this installation',
    )
    .option('--without-content', 'check the log and its signatures only, which needs no master key')
    .option(
      '--witnesses <file>',
      'a list of witnesses and their quorum (tlog-policy); by default AVOW_WITNESS_POLICY_FILE',
    )
    .option(
      '--time-stamp-roots <file>',
      'certificates in PEM that authorities for time stamps are trusted by; by default AVOW_TIME_STAMP_ROOTS_FILE',
    )
    .option('--json', 'print JSON')
    .description('check every record against the log, and the log against its signed checkpoints')
    .addHelpText('after', explanation)
    .action((options: VerifyOptions, command: Command) => runVerify(context, options, command));
}

const explanation = `
It reads the data folder, also while a service runs, and changes nothing. AVOW_TENANT does not narrow it. The exit code is
0 if everything verifies, and 1 if something does not: then the first such record is named.`;

const threadsMax = 8;

async function runVerify(
  context: CommandContext,
  { tenant, key, json, withoutContent, witnesses, timeStampRoots }: VerifyOptions,
  command: Command,
): Promise<void> {
  const tenantOfGiven = key === undefined ? null : await tenantOfKey(key, command);
  const bar = progressBar(context.terminal, 'Checking');
  const options = {
    ...{ trustedKey: key ?? null, threads: Math.min(threadsMax, availableParallelism()) },
    opensContent: withoutContent === undefined,
    ...{ policyFile: witnesses, rootsFile: timeStampRoots },
  };
  const request = { tenant: tenant ?? tenantOfGiven, onProgress: bar.update };
  const show = (logs: readonly LogReport[], fault: Fault | null) =>
    context.terminal.out(json ? JSON.stringify(wireOf(logs, fault)) : cleanText(describe(logs, fault)));
  try {
    show(await verifyInstallation(context.config(), options, request).finally(bar.end), null);
  } catch (error) {
    if (!(error instanceof ArchiveFaultFound)) throw error;
    show(error.soundLogs, error.fault);
    throw new UserError(closingOf(error.fault), { cause: error });
  }
}

/** A missing key, anchor or signature does not mean that the records are wrong. */
const closingOf = ({ leaves, messageId }: Fault) =>
  leaves === null && messageId === null
    ? 'Not everything could be verified.'
    : 'The records are not what was logged.';

function wireOf(logs: readonly LogReport[], fault: Fault | null) {
  return {
    sound: fault === null,
    logs: logs.map(({ tenantId, size, root, counts, checkpoints, anchored, newest, proved }) => ({
      tenant_id: tenantId,
      ...{ size, root },
      records: { whole: counts.whole, emptied: counts.emptied, dropped: counts.dropped },
      events: counts.event,
      ...{ checkpoints, anchored, newest_checkpoint: newest },
      ...wireOfProved(proved),
    })),
    fault: fault === null ? null : wireOfFault(fault),
  };
}

function wireOfFault({ tenantId, leaves, messageId, field, why }: Fault) {
  return {
    tenant_id: tenantId,
    first_leaf: leaves?.start ?? null,
    last_leaf: leaves === null ? null : leaves.end - 1,
    message_id: messageId,
    ...{ field, why },
  };
}

function describe(reports: readonly LogReport[], fault: Fault | null): string {
  const logs = reports.map(describeLog);
  if (fault !== null) return [...logs, describeFault(fault)].join('\n');
  return [...logs, logs.length === 0 ? 'There are no logs yet.' : 'Everything verifies.'].join('\n');
}

function describeLog(log: LogReport): string {
  const { tenantId, size, root, counts, checkpoints, anchored, newest, proved } = log;
  const { whole, emptied, dropped, event } = counts;
  const signed =
    newest === null
      ? 'no checkpoint is signed yet'
      : `${checkpoints} checkpoints, the newest of size ${newest.size}; ${anchored} in anchors`;
  return [
    `${tenantId}: ${size} entries, root ${root}`,
    `  ${whole} records whole, ${emptied} without content, ${dropped} dropped; ${event} events`,
    `  ${signed}`,
    ...describeProved(proved, size).map((line) => `  ${line}`),
  ].join('\n');
}

function describeFault({ tenantId, leaves, messageId, field, why }: Fault): string {
  const isOne = leaves !== null && leaves.end - leaves.start === 1;
  const place = [
    ...(tenantId === null ? [] : [`tenant ${tenantId}`]),
    ...(leaves === null
      ? []
      : [isOne ? `entry ${leaves.start}` : `entries ${leaves.start} to ${leaves.end - 1}`]),
    ...(messageId === null ? [] : [`message ${messageId}`]),
    field,
  ];
  return `This does not verify: ${place.join(', ')}\n  ${why}`;
}
