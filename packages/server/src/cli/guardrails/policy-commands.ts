import { formatTime, type GuardrailPolicy } from '@avow/contract';
import { type Command, InvalidArgumentError } from 'commander';
import { UserError } from '../../errors/user-error.ts';
import type { GuardrailPolicies, KnownPolicy } from '../../interfaces/guardrail-policies.ts';
import type { CommandContext } from '../command-context.ts';
import { formatTable, type Terminal } from '../terminal.ts';
import { explainFaults } from './explain-faults.ts';
import { readJsonFile } from './read-json-file.ts';
import { jsonOption, type PolicyOptions, tenantOption, withPolicies } from './with-policies.ts';

/** What the command line changes, it changes for nobody with a key, and from whatever there is. */
const byCommandLine = { createdBy: null, expected: null };

export function addPolicyCommands(guardrails: Command, context: CommandContext): void {
  addShow(guardrails, context);
  addDefault(guardrails, context);
  addSet(guardrails, context);
  addReset(guardrails, context);
  addVersions(guardrails, context);
}

function describeVersion(known: KnownPolicy) {
  return {
    revision: known.revision,
    version: known.version,
    built_in: known.isBuiltIn,
    created_at: known.createdAtMs === null ? null : formatTime(known.createdAtMs),
    created_by: known.createdBy,
  };
}

function describe(known: KnownPolicy) {
  return { ...describeVersion(known), policy: known.policy };
}

function originOf({ revision, isBuiltIn, createdAtMs, createdBy }: KnownPolicy): string {
  if (createdAtMs === null) return 'the one that comes with Avow; no other was ever put';
  const by = `revision ${revision}, put ${formatTime(createdAtMs)} by ${createdBy ?? 'the command line'}`;
  return isBuiltIn ? `${by}: the one that comes with Avow` : by;
}

function tableOf({ guardrails }: GuardrailPolicy): string {
  return formatTable(
    ['NAME', 'CHECK', 'STAGE', 'ACTION', 'MODE', 'FAILS', 'ID'],
    guardrails.map(({ name, check, stage, action, mode, fail_mode, id }) => [
      ...[name, check, stage, action, mode, fail_mode, id],
    ]),
  );
}

function addShow(guardrails: Command, context: CommandContext): void {
  guardrails
    .command('show')
    .option('--revision <number>', 'an earlier one, by its number', readRevision)
    .option('--policy', 'print the policy alone, as a file for "set"')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show the policy of a tenant')
    .action((options: PolicyOptions & { readonly revision?: number; readonly policy?: true }) =>
      withPolicies(context, options, async ({ policies, tenant }) => {
        const { revision } = options;
        const known =
          revision === undefined
            ? await policies.inForce(tenant.tenantId)
            : await policies.get(tenant.tenantId, revision);
        if (known === null)
          throw new UserError(
            `${tenant.name} has no revision ${revision}. See "avow guardrails versions --tenant ${tenant.name}".`,
          );
        warnOfFaults(context.terminal, policies.faultsOf(known.policy));
        if (options.policy) context.terminal.out(JSON.stringify(known.policy, null, 2));
        else if (options.json) context.terminal.out(JSON.stringify(describe(known)));
        else
          context.terminal.out(
            `Policy ${known.version} of ${tenant.name}: ${originOf(known)}.\n\n${tableOf(known.policy)}`,
          );
      }),
    );
}

/** A model may have been taken out of the installation since the policy was put. */
function warnOfFaults(terminal: Terminal, faults: ReturnType<GuardrailPolicies['faultsOf']>): void {
  for (const { pointer, message } of faults)
    terminal.err(`warning: ${pointer} cannot run in this installation: ${message}\n`);
}

function readRevision(text: string): number {
  if (!/^(?:0|[1-9]\d{0,8})$/.test(text))
    throw new InvalidArgumentError('Expected the number of a revision.');
  return Number(text);
}

function addDefault(guardrails: Command, context: CommandContext): void {
  guardrails
    .command('default')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('print the policy that comes with Avow, as a file to start from')
    .action((options: PolicyOptions) =>
      withPolicies(context, options, async ({ policies, tenant }) => {
        const builtIn = await policies.get(tenant.tenantId, 0);
        context.terminal.out(JSON.stringify(builtIn?.policy, null, 2));
      }),
    );
}

function addSet(guardrails: Command, context: CommandContext): void {
  const { terminal } = context;
  guardrails
    .command('set')
    .argument('<file>', 'a policy in JSON; - reads standard input')
    .option('--dry-run', 'only say whether the policy could be put in force')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('put a policy in force for a tenant')
    .action(async (file: string, options: PolicyOptions & { readonly dryRun?: true }) => {
      const given = await readJsonFile(file);
      await withPolicies(context, options, async ({ policies, tenant }) => {
        const { tenantId } = tenant;
        if (options.dryRun) {
          const policy = await explainFaults(terminal, policies.check(tenantId, given));
          terminal.out(
            options.json
              ? JSON.stringify({ result: 'valid', policy })
              : `The policy can be put in force: ${countOf(policy)}. Nothing was changed.`,
          );
          return;
        }
        const before = await policies.inForce(tenantId);
        const now = await explainFaults(terminal, policies.put(tenantId, given, byCommandLine));
        const isNew = now.revision !== before.revision;
        if (options.json)
          terminal.out(JSON.stringify({ result: isNew ? 'put' : 'unchanged', ...describe(now) }));
        else
          terminal.out(
            isNew
              ? `Policy ${now.version} is in force for ${tenant.name}: ${countOf(now.policy)}.`
              : `Nothing changed: policy ${now.version} stays in force for ${tenant.name}.`,
          );
      });
    });
}

function countOf({ guardrails }: GuardrailPolicy): string {
  const onTrial = guardrails.filter(({ mode }) => mode === 'shadow').length;
  const count = `${guardrails.length} ${guardrails.length === 1 ? 'guardrail' : 'guardrails'}`;
  return onTrial === 0 ? count : `${count}, ${onTrial} of them in shadow`;
}

function addReset(guardrails: Command, context: CommandContext): void {
  guardrails
    .command('reset')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('go back to the policy that comes with Avow')
    .action((options: PolicyOptions) =>
      withPolicies(context, options, async ({ policies, tenant }) => {
        const now = await policies.reset(tenant.tenantId, byCommandLine);
        context.terminal.out(
          options.json
            ? JSON.stringify(describe(now))
            : `The policy that comes with Avow is in force for ${tenant.name} (${now.version}).`,
        );
      }),
    );
}

const versionsShownMax = 100;

function addVersions(guardrails: Command, context: CommandContext): void {
  guardrails
    .command('versions')
    .option(...tenantOption)
    .option(...jsonOption)
    .description(`list the policies of a tenant, newest first (${versionsShownMax} at most)`)
    .action((options: PolicyOptions) =>
      withPolicies(context, options, async ({ policies, tenant }) => {
        const page = { before: null, limit: versionsShownMax };
        const rows = (await policies.list(tenant.tenantId, page)).map(describeVersion);
        if (options.json) context.terminal.out(JSON.stringify(rows));
        else if (rows.length === 0)
          context.terminal.out(
            `${tenant.name} never put a policy: the one that comes with Avow is in force.`,
          );
        else
          context.terminal.out(
            formatTable(
              ['REVISION', 'VERSION', 'PUT', 'BY'],
              rows.map(({ revision, version, created_at, created_by }) => [
                ...[String(revision), version, created_at ?? '', created_by ?? 'the command line'],
              ]),
            ),
          );
      }),
    );
}
