import type { Metrics } from '../telemetry/metrics.ts';
import { serviceEvent } from '../telemetry/service-events.ts';
import type { AppParts } from './app-parts.ts';

type ServedParts = AppParts & Required<Pick<AppParts, 'clock' | 'tiers' | 'refinement'>>;

/** Counts language models that are suspended or work again, and notifies every tenant. */
export function watchModels(
  { tiers, refinement, modelChanges, data, clock, log }: ServedParts,
  metrics: Metrics,
): void {
  for (const { model } of tiers) metrics.noteModel(model.name, true);
  if (refinement !== null) metrics.noteModel(refinement.name, true);
  modelChanges?.subscribeProcesses(({ kind, model }) => metrics.countModelProcess(model, kind));
  modelChanges?.subscribe(({ kind, model }) => {
    metrics.noteModel(model, kind === 'recovered');
    const nowMs = clock.nowMs();
    data.store.upkeep
      .notifyAll(serviceEvent(kind, { model, nowMs }), nowMs)
      .catch((error: unknown) => log.error({ err: error }, 'an event could not be written'));
  });
}
