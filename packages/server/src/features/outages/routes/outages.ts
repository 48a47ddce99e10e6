import type { Clock } from '@avow/foundation';
import type { Handlers } from '../../../http/handler.ts';
import { sendEntry } from '../../../http/send-json.ts';
import type { OutageStore } from '../outage-store.ts';
import { outagesToWire } from '../outage-wire.ts';
import { readOutages } from '../outages.ts';

export interface OutageRoutes {
  readonly outages: Pick<OutageStore, 'listTimes'>;
  readonly clock: Clock;
}

/** The handler of the operation on outages. */
export function outageHandlers({ outages, clock }: OutageRoutes) {
  return {
    /** `GET /v1/outages` */
    listOutages: async (_request, reply) =>
      sendEntry(reply, outagesToWire(await readOutages(outages, clock.nowMs()))),
  } satisfies Handlers;
}
