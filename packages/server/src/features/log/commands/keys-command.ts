import { UserError } from '@avow/foundation';
import { LogError } from '@avow/ledger-log';
import { formatVerifierKey, type KeyPeriod } from '@avow/ledger-log/notes';
import { type Command, InvalidArgumentError } from 'commander';
import { openCommandLog } from '../../../app/open-command-log.ts';
import { type CommandContext, jsonOption, withData } from '../../../cli/command-context.ts';
import { pickTenant, tenantOption } from '../../../cli/pick-tenant.ts';
import { wireOfLogKeys } from '../log-keys.ts';

export function addKeyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('key')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('print the key that checkpoints of the log are verified with')
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      await withData(context, async (data) => {
        const { tenantId } = await pickTenant(data, context.config(), tenant);
        const log = openCommandLog(context.config(), data);
        const key = formatVerifierKey(await log.verifierKey(tenantId).finally(log.close));
        context.terminal.out(json ? JSON.stringify({ tenant_id: tenantId, verifier_key: key }) : key);
      });
    });
}

interface KeysOptions {
  readonly tenant?: string;
  readonly size?: number;
  readonly json?: true;
}

export function addLogKeysCommands(audit: Command, context: CommandContext): void {
  audit
    .command('keys')
    .option(...tenantOption)
    .option(
      '--size <size>',
      'the size of the checkpoint of an older bundle: --json then has the proofs that "avow audit check --keys" needs for it',
      readSize,
    )
    .option(...jsonOption)
    .description(
      'list all keys that checkpoints of the log are verified with, and the statements between them',
    )
    .action(async ({ tenant, size, json }: KeysOptions) => {
      await withData(context, async (data) => {
        const { tenantId } = await pickTenant(data, context.config(), tenant);
        const log = openCommandLog(context.config(), data);
        const keys = await log
          .verifierKey(tenantId)
          .then(() => log.keys(tenantId, size ?? null))
          .catch((error: unknown) => {
            if (!(error instanceof LogError)) throw error;
            throw new UserError(`The keys of the log do not verify: ${error.message}.`, { cause: error });
          })
          .finally(log.close);
        if (keys === 'outside') throw new UserError(`The log has no checkpoint of the size ${size} yet.`);
        context.terminal.out(
          json ? JSON.stringify(wireOfLogKeys(keys)) : keys.periods.map(describe).join('\n'),
        );
      });
    });
}

function readSize(text: string): number {
  const size = /^(0|[1-9]\d{0,15})$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(size)) throw new InvalidArgumentError('Expected a number of entries.');
  return size;
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
