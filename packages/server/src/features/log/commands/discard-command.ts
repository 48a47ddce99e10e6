import { systemClock, UserError } from '@avow/foundation';
import { Argument, type Command } from 'commander';
import { cleanLine } from '../../../cli/clean-line.ts';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { confirm } from '../../../cli/confirm.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { type DiscardedKind, discardedKinds } from '../../keys/access-store.ts';
import { composeAccess } from '../../keys/compose/compose-access.ts';
import { operator } from '../../keys/keys.ts';

interface DiscardOptions {
  readonly tenant?: string;
  readonly yes?: true;
  readonly json?: true;
}

const idCodePointsMax = 80;

/** The way back after somebody wrote to the database. */
export function addDiscardCommand(audit: Command, context: CommandContext): void {
  audit
    .command('discard')
    .addArgument(new Argument('<kind>', 'what the row is').choices(discardedKinds))
    .argument('<id>', 'its id; of a policy, its revision')
    .option('--yes', 'remove it without a question; needed without a terminal')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('remove a row that is not as the service wrote it ("avow doctor" names it)')
    .addHelpText('after', explanation)
    .action((kind: DiscardedKind, id: string, options: DiscardOptions) =>
      discard(context, { kind, id: cleanLine(id, idCodePointsMax) }, options),
    );
}

const explanation = `
The removal is on the log. Such a row gives no rights, but keeps the e-mail address of a person, or everything from being
answered if it is the newest policy. Afterwards create the key, the person or the policy anew: what the row said before cannot
be known. Without its newest policy a tenant has the one before. Rows as the service wrote them are not removed.`;

async function discard(
  context: CommandContext,
  row: { readonly kind: DiscardedKind; readonly id: string },
  options: DiscardOptions,
): Promise<void> {
  const { terminal } = context;
  const { kind, id } = row;
  await withData(context, async (data) => {
    const tenant = await pickTenant(data, context.config(), options.tenant);
    if (options.yes !== true)
      await confirm(terminal, {
        question: `Remove the ${kind} ${id} of tenant ${tenant.name}? [y/N] `,
        expected: ['y', 'Y', 'yes'],
        unasked: 'Nothing was changed: without a terminal to ask on, removing a row needs --yes.',
      });
    if (kind === 'policy' && !/^\d{1,15}$/.test(id))
      throw new UserError('A policy is named by its revision, such as 3.');
    const { tenants } = composeAccess(data, systemClock);
    const outcome = await tenants.discardRow(tenant.tenantId, row, operator.actor);
    if (outcome === 'unknown') throw new UserError(`Tenant ${tenant.name} has no ${kind} ${id}.`);
    if (outcome === 'genuine')
      throw new UserError(`The ${kind} ${id} is as the service wrote it, and was not removed.`);
    terminal.out(options.json ? JSON.stringify({ kind, id, discarded: true }) : `Removed the ${kind} ${id}.`);
  });
}
