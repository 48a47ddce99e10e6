import type { Nodes } from '../../features/nodes/nodes.ts';
import type { Store } from '../../storage/store.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { serviceEvent } from '../../telemetry/service-events.ts';
import type { Installation } from '../installation.ts';

type ServedModels = Pick<Installation, 'modelChanges' | 'log'> &
  Required<Pick<Installation, 'clock' | 'tiers' | 'refinement'>> &
  Pick<Installation, 'verification'> & {
    readonly data: { readonly store: Pick<Store, 'upkeep'>; readonly nodes: Pick<Nodes, 'on' | 'announce'> };
  };

const modelDegraded = 'model degraded';

/** Models are taken to work until one does not. */
export function noteModels(
  { tiers, refinement, verification = null }: Pick<ServedModels, 'tiers' | 'refinement' | 'verification'>,
  metrics: Pick<Metrics, 'noteModel'>,
): void {
  for (const { model } of tiers) metrics.noteModel(model.name, true);
  if (refinement !== null) metrics.noteModel(refinement.name, true);
  if (verification !== null) metrics.noteModel(verification.model.name, true);
}

/**
 * Counts language models that are suspended or work again, and notifies every tenant. Other nodes hear of it as a suspicion: one
 * that alone cannot reach a provider must not take the model from the others.
 */
export function watchModels(
  { modelChanges, data, clock, log, ...models }: ServedModels,
  metrics: Pick<Metrics, 'noteModel' | 'countModelProcess'>,
): void {
  noteModels(models, metrics);
  data.nodes.on(modelDegraded, async (model) => {
    modelChanges?.emitSuspicion(model);
    return '';
  });
  modelChanges?.subscribeProcesses(({ kind, model }) => metrics.countModelProcess(model, kind));
  modelChanges?.subscribe(({ kind, model }) => {
    metrics.noteModel(model, kind === 'recovered');
    if (kind === 'degraded')
      data.nodes
        .announce(modelDegraded, model)
        .catch((error: unknown) => log.warn({ err: error }, 'other nodes did not hear of a failing model'));
    const nowMs = clock.nowMs();
    data.store.upkeep
      .notifyAll(serviceEvent(kind, { model, nowMs }), nowMs)
      .catch((error: unknown) => log.error({ err: error }, 'an event could not be written'));
  });
}
