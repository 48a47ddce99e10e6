import { UserError } from '@avow/foundation';
import type { Command } from 'commander';
import { planUpgrade, refuseDowngrade, type UpgradePlan, upgradeRecords } from '../../app/plan-upgrade.ts';
import { version } from '../../app/version.ts';
import { type CommandContext, jsonOption } from '../command-context.ts';

interface UpgradeOptions {
  readonly check?: true;
  readonly json?: true;
}

export function addUpgradeCommand(program: Command, context: CommandContext): void {
  program
    .command('upgrade')
    .option('--check', 'only report what an upgrade would do')
    .option(...jsonOption)
    .description('upgrade the records to this release, as the start of the service does')
    .addHelpText('after', explanation)
    .action((options: UpgradeOptions) => runUpgrade(context, options));
}

const explanation = `
Make a backup first: records cannot be downgraded. The exit code of --check is 1 if this release cannot open the records,
or if something has to be done before.`;

async function runUpgrade(
  { config: load, terminal }: CommandContext,
  { check, json }: UpgradeOptions,
): Promise<void> {
  const config = load();
  const plan = await planUpgrade(config);
  const isUpgrading = check === undefined && plan.state === 'older' && plan.obstacles.length === 0;
  if (isUpgrading) await upgradeRecords(config);
  if (json) terminal.out(JSON.stringify(wireOf(plan, isUpgrading)));
  refuseDowngrade(plan);
  if (plan.obstacles.length > 0) throw new UserError(plan.obstacles.join(' '));
  if (!json) terminal.out(describe(plan, isUpgrading));
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
