import { tenantNamePattern, tenantNameRule } from '@avow/contract';
import { newId, systemClock, UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { type CommandContext, jsonOption, withData, withNewData } from '../../../cli/command-context.ts';
import { findTenant } from '../../../cli/pick-tenant.ts';
import { formatTable } from '../../../cli/terminal.ts';
import type { Tenant } from '../access-store.ts';
import { tenantToWire } from '../key-wire.ts';

export function addTenantsCommand(program: Command, context: CommandContext): void {
  const tenants = program.command('tenants').description('create, list, suspend and resume tenants');
  tenants
    .command('create')
    .argument('<name>', 'lower-case letters, digits, - and _; at most 63')
    .option(...jsonOption)
    .description('create a tenant')
    .action(async (name: string, options: { json?: true }) => {
      if (!tenantNamePattern.test(name)) throw new UserError(`A tenant name has ${tenantNameRule}.`);
      await withNewData(context, async ({ store }) => {
        const createdAtMs = systemClock.nowMs();
        const tenant: Tenant = { tenantId: newId('ten', createdAtMs), name, status: 'active', createdAtMs };
        const by = { atMs: createdAtMs, actor: 'operator' } as const;
        if ((await store.access.createTenant(tenant, by)) === 'name_taken')
          throw new UserError(`A tenant named ${name} already exists.`);
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
      await withData(context, async ({ store }) => {
        const rows = (await store.access.listTenants()).map(tenantToWire);
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
          const by = { atMs: systemClock.nowMs(), actor: 'operator' } as const;
          await data.store.access.setTenantStatus(tenant.tenantId, status, by);
          context.terminal.out(
            options.json
              ? JSON.stringify({ ...tenantToWire(tenant), status })
              : `Tenant ${tenant.name} is ${status}.`,
          );
        });
      });
  }
}
