import type { OperationId } from '@avow/contract';
import type { Handler } from '../../../http/handler.ts';
import { eraseEndUser, eraseMessage } from './erasure.ts';
import { getHold, liftHold, listHolds, placeHold } from './holds.ts';
import { getRetention, setRetention } from './retention.ts';
import type { RetentionRoutesParts } from './retention-route.ts';
import { deleteThread, getThread, listThreadMessages } from './threads.ts';

/** The handlers of the operations on erasure, legal holds and retention, by their ids. */
export function retentionHandlers(parts: RetentionRoutesParts) {
  return {
    eraseMessage: eraseMessage(parts),
    eraseEndUser: eraseEndUser(parts),
    getThread: getThread(parts),
    listThreadMessages: listThreadMessages(parts),
    deleteThread: deleteThread(parts),
    placeHold: placeHold(parts),
    listHolds: listHolds(parts),
    getHold: getHold(parts),
    liftHold: liftHold(parts),
    getRetention: getRetention(parts),
    setRetention: setRetention(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
