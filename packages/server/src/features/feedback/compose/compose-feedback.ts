import { shippedModel } from '@avow/answering/score';
import { AppError, type PackId } from '@avow/foundation';
import type { Guards } from '@avow/guardrails';
import type { Installation } from '../../../app/installation.ts';
import type { ContentPacks } from '../../content/content.ts';
import { createRefitWhenDue } from '../calibration/refit-when-due.ts';
import { createFeedbackOperations } from '../create-feedback.ts';
import type { FeedbackOperations } from '../feedback.ts';
import { createGuarantees, type GuaranteeOperations } from '../guarantee/guarantees.ts';
import { createLapseWhenDue } from '../guarantee/watch-guarantee.ts';

/** Feedback, calibrations and guarantees: the requests of clients, automatic refits, and guarantees that lapse. */
export function composeFeedback(
  { data, clock, log }: Required<Pick<Installation, 'data' | 'clock' | 'log'>>,
  { packs, guards }: { readonly packs: ContentPacks; readonly guards: Guards },
): {
  readonly feedbackOperations: FeedbackOperations;
  readonly guarantees: GuaranteeOperations;
  readonly refitWhenDue: (signal: AbortSignal) => Promise<void>;
} {
  const { records, access, insights, feedback: store } = data.store;
  const fitting = { store, model: shippedModel, nowMs: clock.nowMs };
  const feedbackOperations = createFeedbackOperations({
    ...{ ...fitting, records, packs, guards },
    aloneOnPairs: (packId, work) => draftAlone(data, packId, work),
  });
  const guaranteeing = { ...fitting, records, insights, access, guards };
  const refitWhenDue = createRefitWhenDue({
    ...fitting,
    access,
    refit: feedbackOperations.refit,
    applyDueProposal: feedbackOperations.applyDueProposal,
    onFailure: (error, tenantId) => log.error({ err: error, tenant_id: tenantId }, 'refit failed'),
  });
  const lapseWhenDue = createLapseWhenDue(guaranteeing, (error, tenantId) =>
    log.error({ err: error, tenant_id: tenantId }, 'guarantee was not watched'),
  );
  return {
    feedbackOperations,
    guarantees: createGuarantees(guaranteeing),
    refitWhenDue: async (signal) => {
      await refitWhenDue(signal);
      await lapseWhenDue(signal);
    },
  };
}

const draftingWaitMs = 5_000;

async function draftAlone<Result>(
  { tryLock }: Pick<Installation['data'], 'tryLock'>,
  packId: PackId,
  work: () => Promise<Result>,
): Promise<Result> {
  const locked = await tryLock(`pairs-${packId}`, { waitMs: draftingWaitMs }, work);
  if (locked.kind === 'done') return locked.value;
  throw new AppError('pack_conflict', {
    detail: 'Another proposal is being accepted into this content pack. Try again later.',
  });
}
