import { formatVerifierKey } from '@avow/ledger-log';
import type { Command } from 'commander';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { readVerifierKey } from '../read-verifier-key.ts';

export function addKeyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('key')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('print the key that checkpoints of the log are verified with')
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await withData(context, async (data) => {
        const { tenantId } = await pickTenant(data, context.config(), tenant);
        const key = formatVerifierKey(
          await readVerifierKey({ logKey: data.logKey, log: data.store.log }, tenantId),
        );
        context.terminal.out(json ? JSON.stringify({ tenant_id: tenantId, verifier_key: key }) : key);
      });
    });
}
