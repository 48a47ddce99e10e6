import { shippedModel } from '../confidence/shipped-model.ts';
import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { Guards } from '../interfaces/guard.ts';
import type { Learning } from '../interfaces/learning.ts';
import { createLearning } from '../learning/create-learning.ts';
import { createRefitWhereDue } from '../learning/refit-where-due.ts';
import type { AppParts } from './app-parts.ts';

/** Feedback and what is learnt from it: what clients do with it, and what the service does by itself. */
export function composeLearning(
  { data, clock, log }: Required<Pick<AppParts, 'data' | 'clock' | 'log'>>,
  { packs, guards }: { readonly packs: ContentPacks; readonly guards: Guards },
): { readonly learning: Learning; readonly refitWhereDue: (signal: AbortSignal) => Promise<void> } {
  const { records, access, learning: store } = data.store;
  const fitting = { store, model: shippedModel, nowMs: clock.nowMs };
  const learning = createLearning({ ...fitting, records, packs, guards });
  return {
    learning,
    refitWhereDue: createRefitWhereDue({
      ...fitting,
      access,
      refit: learning.refit,
      onFailure: (error, tenantId) => log.error({ err: error, tenant_id: tenantId }, 'refit failed'),
    }),
  };
}
