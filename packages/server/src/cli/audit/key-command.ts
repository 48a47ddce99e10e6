import { formatVerifierKey } from '@avow/audit';
import type { Command } from 'commander';
import { verifierKeyOf } from '../../app/verifier-key-of.ts';
import { type CommandContext, pickTenant, withData } from '../command-context.ts';

export function addKeyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('key')
    .option('--tenant <tenant>', 'id or name; needed only where there are several')
    .option('--json', 'print JSON')
    .description('print the key that checkpoints of the log are checked with')
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await withData(context, async (data) => {
        const { tenantId } = await pickTenant(data, tenant);
        const key = formatVerifierKey(await verifierKeyOf(data, tenantId));
        context.terminal.out(json ? JSON.stringify({ tenant_id: tenantId, verifier_key: key }) : key);
      });
    });
}
