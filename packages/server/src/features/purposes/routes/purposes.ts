import type { OperationId } from '@avow/contract';
import { type PurposesEntry, purposesRequestSchema } from '@avow/contract/auditing';
import type { Clock } from '@avow/foundation';
import type { Handler } from '../../../http/handler.ts';
import { principalOf } from '../../../http/request-facts.ts';
import { sendEntry } from '../../../http/send-json.ts';
import { validate } from '../../../http/validate.ts';
import type { PurposeStore, Purposes } from '../purposes.ts';

export interface PurposeRoutes {
  readonly purposes: PurposeStore;
  readonly clock: Clock;
}

/** The handlers of the operations on purposes, by their ids. */
export function purposeHandlers(routes: PurposeRoutes) {
  return {
    getPurposes: getPurposes(routes),
    setPurposes: setPurposes(routes),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}

const toWire = ({ isRequired, purposes }: Purposes): PurposesEntry => ({
  required: isRequired,
  purposes: purposes.map(({ id, title }) => ({ id, title })),
});

/** `GET /v1/purposes` */
function getPurposes({ purposes }: PurposeRoutes): Handler {
  return async (request, reply) =>
    sendEntry(reply, toWire(await purposes.getPurposes(principalOf(request).tenantId)));
}

/** `PUT /v1/purposes` */
function setPurposes({ purposes, clock }: PurposeRoutes): Handler {
  return async (request, reply) => {
    const { tenantId, callerId } = principalOf(request);
    const { required: isRequired, purposes: set } = validate(purposesRequestSchema, request.body);
    const wanted = { isRequired, purposes: set };
    await purposes.setPurposes(tenantId, wanted, { atMs: clock.nowMs(), actor: callerId });
    return sendEntry(reply, toWire(wanted));
  };
}
