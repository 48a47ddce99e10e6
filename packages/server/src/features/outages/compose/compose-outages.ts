import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Clock, systemClock } from '@avow/foundation';
import { repeat } from '@avow/foundation/concurrency';
import type { Installation } from '../../../app/installation.ts';
import type { DataFolder } from '../../../app/open-data-folder.ts';
import type { InFlight } from '../../../limits/in-flight.ts';
import { noteEveryMs, observeService } from '../observe-service.ts';
import { type FoundOutages, readOutages, timesMax } from '../outages.ts';

interface ObservedParts extends Pick<Installation, 'modelChanges'> {
  readonly data: Pick<DataFolder, 'store' | 'nodes'>;
  readonly tiers: Required<Installation>['tiers'];
  readonly clock: Clock;
}

/** Notes when this process serves, and what it cannot do meanwhile. */
export interface ComposedOutages {
  start(): Promise<void>;
  /** Forgets what is older than the records of any tenant may be. */
  dropOld(): Promise<void>;
  close(): Promise<void>;
}

const dayMs = 86_400_000;

export function composeOutages(
  parts: ObservedParts,
  inFlight: Pick<InFlight, 'refusedForLoad'>,
): ComposedOutages {
  const { store, nodes } = parts.data;
  const process = randomUUID();
  const observer = observeService({
    ...{ store: store.outages, clock: parts.clock, ping: store.ping, process, host: hostname() },
    refusedForLoad: () => inFlight.refusedForLoad,
  });
  parts.modelChanges?.subscribe(({ kind, model, code }) => {
    if (kind === 'recovered') return observer.modelRecovered(model);
    // Models can be replaced meanwhile.
    const tier = parts.tiers.find((one) => one.model.name === model)?.tier;
    observer.modelSuspended({ name: model, cause: tier === undefined ? code : `tier ${tier}, ${code}` });
  });
  let stop: () => Promise<void> = async () => undefined;
  return {
    async start() {
      // Where nodes share the records, others may go on.
      if (nodes.state() === null) await store.outages.cutOthers(process).catch(() => undefined);
      await observer.note();
      stop = repeat(noteEveryMs, observer.note);
    },
    async dropOld() {
      const tenantIds = await store.retention.listTenantIds();
      const kept = await Promise.all(tenantIds.map((tenantId) => store.retention.getRetention(tenantId)));
      const days = kept.map(({ recordDays }) => recordDays ?? Number.POSITIVE_INFINITY);
      const daysMax = Math.max(...days, 0);
      const isEndless = tenantIds.length === 0 || daysMax === Number.POSITIVE_INFINITY;
      const beforeMs = isEndless ? null : parts.clock.nowMs() - daysMax * dayMs;
      await store.outages.dropTimes({ beforeMs, timesMax });
    },
    async close() {
      await stop();
      await observer.stopped();
    },
  };
}

/** For the command line, with or without a service that runs. */
export const findKnownOutages = ({
  store,
  nodes,
}: Pick<DataFolder, 'store' | 'nodes'>): Promise<FoundOutages> =>
  readOutages(store.outages, (nodes.clock ?? systemClock).nowMs());
