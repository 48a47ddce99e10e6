import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { verifyInstallation } from '../../app/open-verification.ts';
import { UserError } from '../../errors/user-error.ts';
import { cleanText } from '../../text/clean-text.ts';
import type { Fault } from '../../verifying/fault.ts';
import type { Verification } from '../../verifying/verify-archive.ts';
import type { LogReport } from '../../verifying/verify-log.ts';
import type { CommandContext } from '../command-context.ts';
import { progressBar } from '../terminal.ts';
import { tenantOfKey } from './tenant-of-key.ts';

interface VerifyOptions {
  readonly tenant?: string;
  readonly key?: string;
  readonly json?: true;
}

export function addVerifyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('verify')
    .option('--tenant <tenant>', 'id or name; where left out, that of the key, or all tenants')
    .option('--key <key>', 'the verifier key of one tenant, known from elsewhere; the log key where left out')
    .option('--json', 'print JSON')
    .description('check every record against the log, and the log against all that was signed of it')
    .addHelpText('after', explanation)
    .action((options: VerifyOptions, command: Command) => runVerify(context, options, command));
}

const explanation = `
It works on the data folder, beside a running service, and changes nothing. The exit code is 0 where all of it fits, and 1
where something does not: then the first such record is named.`;

const threadsMax = 8;

async function runVerify(
  context: CommandContext,
  { tenant, key, json }: VerifyOptions,
  command: Command,
): Promise<void> {
  const tenantOfGiven = key === undefined ? null : await tenantOfKey(key, command);
  const bar = progressBar(context.terminal, 'Checking');
  const options = { trustedKey: key ?? null, threads: Math.min(threadsMax, availableParallelism()) };
  const wish = { tenant: tenant ?? tenantOfGiven, onProgress: bar.update };
  const verified = await verifyInstallation(context.config(), options, wish).finally(bar.end);
  context.terminal.out(json ? JSON.stringify(wireOf(verified)) : cleanText(describe(verified)));
  if (verified.kind === 'broken') throw new UserError(closingOf(verified.fault));
}

/** A key, an anchor or a signature that is missing says nothing against the records themselves. */
const closingOf = ({ leaves, messageId }: Fault) =>
  leaves === null && messageId === null
    ? 'Not all of it could be confirmed.'
    : 'The records are not what was logged.';

function wireOf(verified: Verification) {
  return {
    sound: verified.kind === 'sound',
    logs: verified.logs.map(({ tenantId, size, root, counts, checkpoints, anchored, newest }) => ({
      tenant_id: tenantId,
      ...{ size, root },
      records: { whole: counts.whole, emptied: counts.emptied, dropped: counts.dropped },
      deeds: counts.deed,
      ...{ checkpoints, anchored, newest_checkpoint: newest },
    })),
    fault: verified.kind === 'broken' ? wireOfFault(verified.fault) : null,
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

function describe(verified: Verification): string {
  const logs = verified.logs.map(describeLog);
  if (verified.kind === 'broken') return [...logs, describeFault(verified.fault)].join('\n');
  return [...logs, logs.length === 0 ? 'There are no logs yet.' : 'All of it fits.'].join('\n');
}

function describeLog({ tenantId, size, root, counts, checkpoints, anchored, newest }: LogReport): string {
  const { whole, emptied, dropped, deed } = counts;
  const signed =
    newest === null
      ? 'nothing of it is signed yet'
      : `${checkpoints} checkpoints, the newest of size ${newest.size}; ${anchored} in anchors`;
  return [
    `${tenantId}: ${size} entries, root ${root}`,
    `  ${whole} records whole, ${emptied} without content, ${dropped} dropped; ${deed} deeds`,
    `  ${signed}`,
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
  return `This does not fit: ${place.join(', ')}\n  ${why}`;
}
