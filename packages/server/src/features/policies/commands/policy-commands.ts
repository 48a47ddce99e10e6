import type { GuardrailPolicy } from '@avow/contract/guardrails';
import { formatTime } from '@avow/contract/values';
import { UserError } from '@avow/foundation';
import { type GuardrailPolicies, type PolicyRevision, proposedToWire } from '@avow/guardrails/policies';
import { type Command, InvalidArgumentError } from 'commander';
import { type CommandContext, jsonOption } from '../../../cli/command-context.ts';
import { explainFaults } from '../../../cli/explain-faults.ts';
import { tenantOption } from '../../../cli/pick-tenant.ts';
import { readJsonInput } from '../../../cli/read-input.ts';
import { formatTable, type Terminal } from '../../../cli/terminal.ts';
import { type PolicyOptions, withPolicies } from './with-policies.ts';

/** Changes from the command line are made without a key and replace any revision. */
const byCommandLine = { createdBy: null, expected: null };

export function addPolicyCommands(guardrails: Command, context: CommandContext): void {
  addShow(guardrails, context);
  addDefault(guardrails, context);
  addSet(guardrails, context);
  addReset(guardrails, context);
  addVersions(guardrails, context);
  addAcceptThresholds(guardrails, context);
}

function describeVersion(known: PolicyRevision) {
  return {
    revision: known.revision,
    version: known.version,
    built_in: known.isBuiltIn,
    created_at: known.createdAtMs === null ? null : formatTime(known.createdAtMs),
    created_by: known.createdBy,
  };
}

function describe(known: PolicyRevision) {
  const proposals = { proposed_thresholds: known.proposed.map(proposedToWire) };
  return { ...describeVersion(known), policy: known.policy, moved_thresholds: {}, ...proposals };
}

function originOf({ revision, isBuiltIn, createdAtMs, createdBy }: PolicyRevision): string {
  if (createdAtMs === null) return 'the default policy; no other was ever set';
  const by = `revision ${revision}, set ${formatTime(createdAtMs)} by ${createdBy ?? 'the command line'}`;
  return isBuiltIn ? `${by}: the default policy` : by;
}

function tableOf({ guardrails }: GuardrailPolicy): string {
  return formatTable(
    ['NAME', 'CHECK', 'STAGE', 'ACTION', 'MODE', 'FAILS', 'ID'],
    guardrails.map(({ name, check, stage, action, mode, enabled, fail_mode, id }) => [
      ...[name, check, stage, action, enabled ? mode : 'disabled', fail_mode, id],
    ]),
  );
}

function proposalsOf({ proposed }: PolicyRevision): string {
  const lines = proposed.map(
    (one) =>
      `\nProposed by feedback: ${one.name} from ${one.threshold} to ${one.proposed}. ${one.wrong} prompts were called harmless, ${one.right} rightly blocked, by ${one.authorCount} people, with ${one.keyCount} keys.`,
  );
  return lines.length === 0 ? '' : `\n${lines.join('')}`;
}

function addAcceptThresholds(guardrails: Command, context: CommandContext): void {
  guardrails
    .command('accept-thresholds')
    .argument('<names...>', 'such as prompt_attack, of what "show" says is proposed')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('raise thresholds to what feedback proposes')
    .action((names: readonly string[], options: PolicyOptions) =>
      withPolicies(context, options, async ({ policies, tenant }) => {
        const { proposed } = await policies.inForce(tenant.tenantId);
        const accepted = names.map((name) => {
          const found = proposed.find((one) => one.name === name);
          if (found === undefined)
            throw new UserError(`Nothing is proposed for ${name}. See "avow guardrails show".`);
          return [found.name, found.proposed] as const;
        });
        const now = await policies.acceptThresholds(
          tenant.tenantId,
          Object.fromEntries(accepted),
          byCommandLine,
        );
        context.terminal.out(
          options.json
            ? JSON.stringify(describe(now))
            : `Policy ${now.version} is in force for ${tenant.name}: ${accepted.map(([name, value]) => `${name} ${value}`).join(', ')}.`,
        );
      }),
    );
}

function addShow(guardrails: Command, context: CommandContext): void {
  guardrails
    .command('show')
    .option('--revision <number>', 'an earlier revision, by its number', readRevision)
    .option('--policy', 'print only the policy, as a file for "set"')
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
            `Policy ${known.version} of ${tenant.name}: ${originOf(known)}.\n\n${tableOf(known.policy)}${proposalsOf(known)}`,
          );
      }),
    );
}

/** A model may have been removed from the installation since the policy was set. */
function warnOfFaults(terminal: Terminal, faults: ReturnType<GuardrailPolicies['faultsOf']>): void {
  for (const { pointer, message } of faults)
    terminal.err(`warning: ${pointer} cannot run in this installation: ${message}\n`);
}

function readRevision(text: string): number {
  if (!/^(?:0|[1-9]\d{0,8})$/.test(text)) throw new InvalidArgumentError('Expected a revision number.');
  return Number(text);
}

function addDefault(guardrails: Command, context: CommandContext): void {
  guardrails
    .command('default')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('print the default policy, as a file to start from')
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
    .option('--dry-run', 'only check whether the policy is valid')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('put a policy in force for a tenant')
    .action(async (file: string, options: PolicyOptions & { readonly dryRun?: true }) => {
      const given = await readJsonInput(file);
      await withPolicies(context, options, async ({ policies, tenant }) => {
        const { tenantId } = tenant;
        if (options.dryRun) {
          const policy = await explainFaults(terminal, policies.check(tenantId, given));
          terminal.out(
            options.json
              ? JSON.stringify({ result: 'valid', policy })
              : `The policy is valid: ${countOf(policy)}. Nothing was changed.`,
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
    .description('go back to the default policy')
    .action((options: PolicyOptions) =>
      withPolicies(context, options, async ({ policies, tenant }) => {
        const now = await policies.reset(tenant.tenantId, byCommandLine);
        context.terminal.out(
          options.json
            ? JSON.stringify(describe(now))
            : `The default policy is in force for ${tenant.name} (${now.version}).`,
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
    .description(`list the policies of a tenant, newest first (at most ${versionsShownMax})`)
    .action((options: PolicyOptions) =>
      withPolicies(context, options, async ({ policies, tenant }) => {
        const page = { before: null, limit: versionsShownMax };
        const rows = (await policies.list(tenant.tenantId, page)).map(describeVersion);
        if (options.json) context.terminal.out(JSON.stringify({ data: rows }));
        else if (rows.length === 0)
          context.terminal.out(`${tenant.name} never set a policy: the default policy is in force.`);
        else
          context.terminal.out(
            formatTable(
              ['REVISION', 'VERSION', 'SET', 'BY'],
              rows.map(({ revision, version, created_at, created_by }) => [
                ...[String(revision), version, created_at ?? '', created_by ?? 'the command line'],
              ]),
            ),
          );
      }),
    );
}
