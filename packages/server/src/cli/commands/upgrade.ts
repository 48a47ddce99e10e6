import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { planUpgrade, refuseDowngrade, type UpgradePlan, upgradeRecords } from '../../app/plan-upgrade.ts';
import { version } from '../../app/version.ts';
import { type CommandContext, jsonOption } from '../command-context.ts';

interface UpgradeOptions {
  readonly check?: true;
  readonly seal?: true;
  readonly json?: true;
}

export function addUpgradeCommand(program: Command, context: CommandContext): void {
  program
    .command('upgrade')
    .option('--check', 'only report what an upgrade would do')
    .option('--seal', 'also seal keys and people that the start of the service has upgraded')
    .option(...jsonOption)
    .description('upgrade the records to this release, as the start of the service does')
    .addHelpText('after', explanation)
    .action((options: UpgradeOptions) => runUpgrade(context, options));
}

const explanation = `
Make a backup first: records cannot be downgraded. The exit code of --check is 1 if this release cannot open the records,
or if something has to be done before.

Keys, people, tenants and policies of a release without seals are sealed as they are found. The start of the service does
not do that: until "avow upgrade", or "avow upgrade --seal" after such a start, they are not known to the service. The rows of
a tenant are sealed once: someone who can write to the database cannot have others sealed later.`;

async function runUpgrade(
  { config: load, terminal }: CommandContext,
  { check, seal, json }: UpgradeOptions,
): Promise<void> {
  const config = load();
  const plan = await planUpgrade(config);
  const isUpgrading = check === undefined && plan.state === 'older' && plan.obstacles.length === 0;
  const isSealing = isUpgrading || (check === undefined && seal === true && plan.state === 'current');
  const { sealed, refused } = isSealing
    ? await upgradeRecords(config, { forServing: isUpgrading })
    : { sealed: 0, refused: 0 };
  if (json) {
    const rows = { rows_sealed: sealed, rows_refused: refused };
    terminal.out(JSON.stringify({ ...wireOf(plan, isUpgrading), ...rows }));
  }
  refuseDowngrade(plan);
  if (plan.obstacles.length > 0) throw new UserError(plan.obstacles.join(' '));
  if (!json) terminal.out(describe(plan, isUpgrading));
  if (!json && sealed > 0)
    terminal.out(`${sealed} rows that say who may do what were sealed as they were found.`);
  if (refused > 0)
    throw new UserError(
      `${refused} rows without a seal were not sealed: those of their tenants have been sealed before, so that somebody else wrote these. "avow doctor" and "avow audit verify" name them.`,
    );
}

function wireOf(plan: UpgradePlan, isUpgraded: boolean) {
  return {
    ...{ state: plan.state, upgraded: isUpgraded, avow_version: version },
    ...{ data_version: plan.dataVersion, known_data_version: plan.knownDataVersion },
    ...{ obstacles: plan.obstacles, last_backup_at: plan.lastBackupAt },
  };
}

function describe(plan: UpgradePlan, isUpgraded: boolean): string {
  switch (plan.state) {
    case 'none':
      return 'There are no records yet: nothing to upgrade.';
    case 'current':
      return `The records are those of this release (${version}): nothing to upgrade.`;
    case 'newer':
      return '';
    case 'older': {
      const versions =
        plan.dataVersion === null ? '' : ` from schema ${plan.dataVersion} to ${plan.knownDataVersion}`;
      if (isUpgraded)
        return `The records were upgraded${versions}. Earlier releases cannot open them any more.`;
      return [
        `The next start of the service, or "avow upgrade", upgrades the records${versions}. Earlier releases cannot open them afterwards.`,
        plan.lastBackupAt === null
          ? 'No backup was made with "avow backup": make one first, with the release that wrote the records.'
          : `The last backup is of ${plan.lastBackupAt}.`,
      ].join('\n');
    }
  }
}
