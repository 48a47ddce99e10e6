import { goldenLimits } from '@avow/contract/evaluation';
import { formatTime } from '@avow/contract/values';
import type { PublishGate, StoredEvaluation } from '@avow/evaluation';
import type { PackId, TenantId } from '@avow/foundation';
import { UserError } from '@avow/foundation';
import { writePercent } from '@avow/foundation/statistics';
import type { Command } from 'commander';
import type { CommandContext } from '../../../cli/command-context.ts';
import { formatTable } from '../../../cli/terminal.ts';
import {
  jsonOption,
  type PackOptions,
  packArgument,
  stillThere,
  tenantOption,
} from '../../content/commands/with-packs.ts';
import type { GoldenSets } from '../evaluation.ts';
import { readShare } from './read-numbers.ts';
import { withGoldenSet } from './with-evaluations.ts';

interface GateOptions extends PackOptions {
  readonly tolerance?: number;
  readonly off?: true;
}

export function addGateCommands(evaluations: Command, context: CommandContext): void {
  addGate(evaluations, context);
  addHistory(evaluations, context);
}

function addGate(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('gate')
    .argument(...packArgument)
    .option(
      '--tolerance <share>',
      'publish only if the accuracy falls by no more than this, 0 to 1',
      readShare,
    )
    .option('--off', 'remove the gate')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show or set the gate that keeps a content pack that got worse from being published')
    .addHelpText(
      'after',
      `\nA gate needs a golden set of at least ${goldenLimits.gateQuestionsMin} accepted questions.\n\nExample:\n  avow eval gate handbook --tolerance 0.02`,
    )
    .action(async (wanted: string, options: GateOptions) => {
      const { tolerance, off } = options;
      if (tolerance !== undefined && off) throw new UserError('Use either --tolerance or --off, not both.');
      await withGoldenSet(context, wanted, options, async ({ goldenSets, tenant, pack }) => {
        const { tenantId } = tenant;
        const { packId } = pack;
        if (tolerance !== undefined)
          await goldenSets.setGate(tenantId, packId, { toleranceShare: tolerance });
        if (off) await goldenSets.setGate(tenantId, packId, null);
        const gate = await goldenSets.getGate(tenantId, packId);
        if (gate !== null) await warnOfFew(context, goldenSets, { tenantId, packId });
        context.terminal.out(
          options.json
            ? JSON.stringify({
                pack_id: packId,
                gate: gate === null ? null : { tolerance_share: gate.toleranceShare },
              })
            : describeGate(pack.name, gate),
        );
      });
    });
}

/** Reported now, and not only at the next publication. */
async function warnOfFew(
  { terminal }: CommandContext,
  goldenSets: GoldenSets,
  { tenantId, packId }: { readonly tenantId: TenantId; readonly packId: PackId },
): Promise<void> {
  const { gateQuestionsMin: limit } = goldenLimits;
  const page = { after: null, limit };
  const count = (await goldenSets.list(tenantId, packId, { state: 'accepted' }, page))?.length ?? 0;
  if (count < limit)
    terminal.err(
      `The gate needs at least ${limit} accepted questions, and there are ${count}: nothing is published until there are more.\n`,
    );
}

function describeGate(name: string, gate: PublishGate | null): string {
  return gate === null
    ? `${name} has no gate: it is published without an evaluation.`
    : `${name} is published only if its accuracy falls by no more than ${writePercent(gate.toleranceShare)}.`;
}

const evaluationsShownMax = 50;

function addHistory(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('history')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description(`list the evaluations of a content pack, newest first (at most ${evaluationsShownMax})`)
    .action((wanted: string, options: PackOptions) =>
      withGoldenSet(context, wanted, options, async ({ evaluations: stored, tenant, pack }) => {
        const page = { before: null, limit: evaluationsShownMax };
        const listed = stillThere(await stored.list(tenant.tenantId, pack.packId, page));
        if (options.json) context.terminal.out(JSON.stringify({ data: listed.map(describeStored) }));
        else if (listed.length === 0) context.terminal.out(`${pack.name} has never been evaluated.`);
        else context.terminal.out(historyTable(listed));
      }),
    );
}

type Listed = Omit<StoredEvaluation, 'report'>;

function describeStored(stored: Listed) {
  return {
    id: stored.evaluationId,
    version: stored.subject.version,
    draft_revision: stored.subject.draftRevision,
    conditions: stored.conditions,
    right: stored.rightCount,
    questions: stored.questionCount,
    created_at: formatTime(stored.createdAtMs),
    created_by: stored.createdBy,
  };
}

function historyTable(stored: readonly Listed[]): string {
  return formatTable(
    ['ID', 'RUN', 'ASKED', 'RIGHT', 'OF', 'SHARE', 'CONDITIONS', 'BY'],
    stored.map(({ evaluationId, subject, conditions, rightCount, questionCount, createdAtMs, createdBy }) => [
      ...[evaluationId, formatTime(createdAtMs)],
      subject.draftRevision === null ? `version ${subject.version}` : `draft ${subject.draftRevision}`,
      ...[String(rightCount), String(questionCount)],
      questionCount === 0 ? '' : writePercent(rightCount / questionCount),
      // Equal if the runs can be compared directly.
      ...[conditions.slice(0, 8), createdBy ?? 'the command line'],
    ]),
  );
}
