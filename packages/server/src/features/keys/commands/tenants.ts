import { tenantNamePattern, tenantNameRule } from '@avow/contract/access';
import { systemClock, UserError } from '@avow/foundation';
import type { Command } from 'commander';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import { type CommandContext, jsonOption, withData, withNewData } from '../../../cli/command-context.ts';
import { findTenant } from '../../../cli/pick-tenant.ts';
import { formatTable } from '../../../cli/terminal.ts';
import { composeAccess } from '../compose/compose-access.ts';
import { tenantToWire } from '../key-wire.ts';
import { operator } from '../keys.ts';

const open = (data: DataFolder) => composeAccess(data, systemClock).tenants;

export function addTenantsCommand(program: Command, context: CommandContext): void {
  const tenants = program.command('tenants').description('create, list, suspend and resume tenants');
  tenants
    .command('create')
    .argument('<name>', 'lower-case letters, digits, - and _; at most 63')
    .option(...jsonOption)
    .description('create a tenant')
    .action(async (name: string, options: { json?: true }) => {
      if (!tenantNamePattern.test(name)) throw new UserError(`A tenant name has ${tenantNameRule}.`);
      await withNewData(context, async (data) => {
        const { tenant } = await open(data).create({ name, owner: null }, operator.actor);
        context.terminal.out(
          options.json
            ? JSON.stringify(tenantToWire(tenant))
            : `Created tenant ${name} (${tenant.tenantId}).\nCreate a key for it: avow keys create --tenant ${name}`,
        );
      });
    });
  tenants
    .command('list')
    .option(...jsonOption)
    .description('list all tenants')
    .action(async (options: { json?: true }) => {
      await withData(context, async (data) => {
        const rows = (await open(data).listAll()).map(tenantToWire);
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0)
          context.terminal.out('There is no tenant yet. Create one with "avow tenants create NAME".');
        else
          context.terminal.out(formatTable(['TENANT', 'NAME', 'STATUS', 'CREATED'], rows.map(Object.values)));
      });
    });
  for (const [verb, status] of [
    ['suspend', 'suspended'],
    ['resume', 'active'],
  ] as const) {
    tenants
      .command(verb)
      .argument('<tenant>', 'id or name')
      .option(...jsonOption)
      .description(
        verb === 'suspend'
          ? 'refuse all requests of a tenant'
          : 'accept requests of a suspended tenant again',
      )
      .action(async (wanted: string, options: { json?: true }) => {
        await withData(context, async (data) => {
          const tenant = await findTenant(data, context.config(), wanted);
          const changed = await open(data).setStatus(tenant.tenantId, status, operator.actor);
          context.terminal.out(
            options.json ? JSON.stringify(tenantToWire(changed)) : `Tenant ${tenant.name} is ${status}.`,
          );
        });
      });
  }
}
