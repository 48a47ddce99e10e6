import { UserError } from '@avow/foundation';
import { formatVerifierKey, type KeyPeriod, LogError } from '@avow/ledger';
import type { Command } from 'commander';
import { openCommandLog } from '../../app/open-command-log.ts';
import { readVerifierKey } from '../../records/log/read-verifier-key.ts';
import { wireOfKeyPeriods } from '../../records/log/wire-of-key-periods.ts';
import { type CommandContext, jsonOption, withData } from '../command-context.ts';
import { pickTenant, tenantOption } from '../pick-tenant.ts';

export function addKeysCommand(audit: Command, context: CommandContext): void {
  audit
    .command('keys')
    .option(...tenantOption)
    .option(...jsonOption)
    .description(
      'list all keys that checkpoints of the log are verified with, and the statements between them',
    )
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await withData(context, async (data) => {
        const { tenantId } = await pickTenant(data, context.config(), tenant);
        await readVerifierKey({ logKey: data.logKey, log: data.store.log }, tenantId);
        const log = openCommandLog(context.config(), data);
        const periods = await log.signer
          .keys(tenantId)
          .catch((error: unknown) => {
            if (!(error instanceof LogError)) throw error;
            throw new UserError(`The keys of the log do not verify: ${error.message}.`, { cause: error });
          })
          .finally(log.close);
        context.terminal.out(
          json ? JSON.stringify(wireOfKeyPeriods(periods)) : periods.map(describe).join('\n'),
        );
      });
    });
}

function describe({ key, fromSize, untilSize, statement }: KeyPeriod): string {
  const sizes = untilSize === null ? `from ${fromSize} on` : `from ${fromSize} to ${untilSize}`;
  const lines = statement === null ? [] : statement.trimEnd().split('\n');
  return [
    `${formatVerifierKey(key)}`,
    `  signs checkpoints of sizes ${sizes}${untilSize === null ? '; it is the current key' : ''}`,
    ...(lines.length === 0 ? [] : ['  and has signed its replacement:']),
    ...lines.map((line) => (line === '' ? '' : `    ${line}`)),
  ].join('\n');
}
