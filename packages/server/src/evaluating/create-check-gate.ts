import { type EvaluationReport, evaluationReportSchema, goldenLimits } from '@avow/contract';
import type { CheckGate, GateOutcome, StagedForGate } from '../interfaces/evaluations.ts';
import type { EvaluationId } from '../interfaces/golden-store.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import type { WantedSubject } from './asked-subject.ts';
import { type EvaluationsParts, type OpenedSet, openSet, runSet } from './create-evaluations.ts';
import { closedGate, decideGate, type GatedRuns, missedIn, openGate } from './decide-gate.ts';

const pastGate: GateOutcome = { kind: 'open', note: 'Published past the gate.' };
/** Of times nothing hangs here, and a publication does not wait for ever; but others ask, too. */
const askedAtOnce = 2;
const storedLookedAtMax = 20;

/** Holds what is to be served against what is, by the golden set, where the pack has a gate. */
export function createCheckGate(parts: EvaluationsParts): CheckGate {
  return async (tenantId, wish) => {
    const { packId } = wish.staged.pack;
    const gate = await parts.golden.getGate(tenantId, packId);
    if (gate === null) return openGate;
    if (wish.isForced) return pastGate;
    const set = await openSet(parts, tenantId, { packId, tier: null, policy: null });
    const { gateQuestionsMin } = goldenLimits;
    if (set.questions.length < gateQuestionsMin)
      return closedGate(
        `The gate needs a golden set of at least ${gateQuestionsMin} accepted questions, and this pack has ${set.questions.length}.`,
      );
    // With nothing served there is nothing that could get worse.
    if (wish.servedVersion === null) return openGate;
    const runs = await runBoth(parts, tenantId, { ...wish, servedVersion: wish.servedVersion }, set);
    if (runs === null)
      return closedGate('The version that is served could not be asked, so nothing can be compared.');
    wish.signal.throwIfAborted();
    // What was asked is of no one state: the commit will say so, and the draft is asked anew.
    const pack = await parts.knowledge.getPack(tenantId, packId);
    if (pack?.draftRevision !== wish.staged.draftRevision) return openGate;
    return decideGate(gate, runs);
  };
}

async function runBoth(
  parts: EvaluationsParts,
  tenantId: TenantId,
  wish: StagedForGate & { readonly servedVersion: number },
  set: OpenedSet,
): Promise<GatedRuns | null> {
  const { staged, servedVersion: version, signal } = wish;
  const { packId } = staged.pack;
  const pack = await parts.knowledge.getPack(tenantId, packId);
  if (pack === null) return null;
  const count = set.questions.length;
  const stored = await findStored(parts, tenantId, { packId, version, set });
  const total = stored === null ? 2 * count : count;
  const run = (wanted: WantedSubject, before: number) =>
    runSet(parts, tenantId, {
      ...{ pack, wanted, set, signal, tier: null, policy: null, resumeFrom: null, createdBy: null },
      atOnce: askedAtOnce,
      onProgress: ({ step, done }) => wish.onProgress(before + (step === 'asking' ? done : 0), total),
    });
  const served = stored ?? (await run({ kind: 'version', version }, 0));
  const next = await run({ kind: 'staged', ...staged }, total - count);
  return served === null || next === null ? null : { served, staged: next };
}

/**
 * The newest run of this version under the same conditions: versions never change, so it need not be run again. One in
 * which something was missing says too little of the version, and what is worse than it should be would pass for no worse.
 */
async function findStored(
  { golden }: EvaluationsParts,
  tenantId: TenantId,
  { packId, version, set }: { readonly packId: PackId; readonly version: number; readonly set: OpenedSet },
): Promise<EvaluationReport | null> {
  const page = { before: null, limit: storedLookedAtMax };
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
  const { failed, degraded } = missedIn(report);
  return failed + degraded > 0 ? null : report;
}
