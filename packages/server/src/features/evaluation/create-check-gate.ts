import { type EvaluationReport, evaluationReportSchema, goldenLimits } from '@avow/contract';
import type { EvaluationId, GatedRuns, GateOutcome, SubjectRequest } from '@avow/evaluation';
import { closedGate, countImpaired, decideGate, openGate } from '@avow/evaluation';
import type { PackId, TenantId } from '@avow/foundation';
import { type EvaluationDependencies, type OpenedSet, openSet, runSet } from './create-evaluations.ts';
import type { CheckGate, GateRequest } from './evaluation.ts';

const forcedGate: GateOutcome = { kind: 'open', note: 'Published without the gate.' };
/** Latency is not measured here, so questions run concurrently, but other queries need capacity too. */
const concurrency = 2;
const storedCheckedMax = 20;

/** Compares the staged version with the served one by the golden set, if the pack has a gate. */
export function createCheckGate(parts: EvaluationDependencies): CheckGate {
  return async (tenantId, options) => {
    const { packId } = options.staged.pack;
    const gate = await parts.golden.getGate(tenantId, packId);
    if (gate === null) return openGate;
    if (options.isForced) return forcedGate;
    const set = await openSet(parts, tenantId, { packId, tier: null, policy: null });
    const { gateQuestionsMin } = goldenLimits;
    if (set.questions.length < gateQuestionsMin)
      return closedGate(
        `The gate needs a golden set of at least ${gateQuestionsMin} accepted questions, and this pack has ${set.questions.length}.`,
      );
    // Without a served version nothing can get worse.
    if (options.servedVersion === null) return openGate;
    const runs = await runBoth(parts, tenantId, { ...options, servedVersion: options.servedVersion }, set);
    if (runs === null)
      return closedGate('The served version could not be evaluated, so nothing can be compared.');
    options.signal.throwIfAborted();
    // The draft changed during the run: the commit will fail, and the new draft is evaluated.
    const pack = await parts.content.getPack(tenantId, packId);
    if (pack?.draftRevision !== options.staged.draftRevision) return openGate;
    return decideGate(gate, runs);
  };
}

async function runBoth(
  parts: EvaluationDependencies,
  tenantId: TenantId,
  options: GateRequest & { readonly servedVersion: number },
  set: OpenedSet,
): Promise<GatedRuns | null> {
  const { staged, servedVersion: version, signal } = options;
  const { packId } = staged.pack;
  const pack = await parts.content.getPack(tenantId, packId);
  if (pack === null) return null;
  const count = set.questions.length;
  const stored = await findStored(parts, tenantId, { packId, version, set });
  const total = stored === null ? 2 * count : count;
  const run = (wanted: SubjectRequest, before: number) =>
    runSet(parts, tenantId, {
      ...{ pack, wanted, set, signal, tier: null, policy: null, resumeFrom: null, createdBy: null },
      concurrency: concurrency,
      onProgress: ({ step, done }) => options.onProgress(before + (step === 'asking' ? done : 0), total),
    });
  const served = stored ?? (await run({ kind: 'version', version }, 0));
  const next = await run({ kind: 'staged', ...staged }, total - count);
  return served === null || next === null ? null : { served, staged: next };
}

/**
 * The newest run of this version under the same conditions: versions are immutable, so it need not be repeated. An impaired
 * run is ignored, because a regression could pass for no change.
 */
async function findStored(
  { golden }: EvaluationDependencies,
  tenantId: TenantId,
  { packId, version, set }: { readonly packId: PackId; readonly version: number; readonly set: OpenedSet },
): Promise<EvaluationReport | null> {
  const page = { before: null, limit: storedCheckedMax };
  const known = await golden.listEvaluations(tenantId, packId, page);
  const fitting = known.find(
    ({ subject, conditions }) =>
      subject.version === version && subject.draftRevision === null && conditions === set.conditions.hash,
  );
  if (fitting === undefined) return null;
  const id: EvaluationId = fitting.evaluationId;
  const stored = await golden.getEvaluation(tenantId, id);
  if (stored === null) return null;
  const report = evaluationReportSchema.parse(JSON.parse(stored.report));
  const { failed, degraded } = countImpaired(report);
  return failed + degraded > 0 ? null : report;
}
