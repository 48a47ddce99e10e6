import { formatTime, goldenLimits } from '@avow/contract';
import type { Command } from 'commander';
import { UserError } from '../../errors/user-error.ts';
import type { GoldenSets } from '../../interfaces/evaluations.ts';
import type { PublishGate, StoredEvaluation } from '../../interfaces/golden-store.ts';
import type { PackId, TenantId } from '../../interfaces/identity.ts';
import { writePercent } from '../../statistics/write-percent.ts';
import type { CommandContext } from '../command-context.ts';
import { jsonOption, type PackOptions, packArgument, tenantOption } from '../packs/with-packs.ts';
import { formatTable } from '../terminal.ts';
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
    .option('--tolerance <share>', 'publish only where right outcomes fall by no more, 0 to 1', readShare)
    .option('--off', 'publish whatever the golden set says')
    .option(...tenantOption)
    .option(...jsonOption)
    .description('show or set whether a content pack that got worse may be published')
    .addHelpText(
      'after',
      `\nA gate needs a golden set of at least ${goldenLimits.gateQuestionsMin} accepted questions.\n\nExample:\n  avow eval gate handbook --tolerance 0.02`,
    )
    .action(async (wanted: string, options: GateOptions) => {
      const { tolerance, off } = options;
      if (tolerance !== undefined && off) throw new UserError('Either --tolerance or --off, not both.');
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

/** Said now, and not only when somebody wants to publish. */
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
    ? `${name} has no gate: it is published whatever its golden set says.`
    : `${name} is published only where its golden set gets no worse than by ${writePercent(gate.toleranceShare)}.`;
}

const evaluationsShownMax = 50;

function addHistory(evaluations: Command, context: CommandContext): void {
  evaluations
    .command('history')
    .argument(...packArgument)
    .option(...tenantOption)
    .option(...jsonOption)
    .description(`list the evaluations of a content pack, newest first (${evaluationsShownMax} at most)`)
    .action((wanted: string, options: PackOptions) =>
      withGoldenSet(context, wanted, options, async ({ data, tenant, pack }) => {
        const page = { before: null, limit: evaluationsShownMax };
        const stored = await data.store.golden.listEvaluations(tenant.tenantId, pack.packId, page);
        if (options.json) context.terminal.out(JSON.stringify(stored.map(describeStored)));
        else if (stored.length === 0) context.terminal.out(`${pack.name} was never evaluated.`);
        else context.terminal.out(historyTable(stored));
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
      // The same where runs can be compared as they are.
      ...[conditions.slice(0, 8), createdBy ?? 'the command line'],
    ]),
  );
}
