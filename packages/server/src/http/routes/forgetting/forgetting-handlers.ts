import type { OperationId } from '@avow/contract';
import type { Handler } from '../../handler.ts';
import { eraseEndUser, eraseMessage } from './erasing.ts';
import type { ForgettingRoutesParts } from './forgetting-route.ts';
import { getHold, liftHold, listHolds, placeHold } from './holds.ts';
import { getRetention, setRetention } from './retention.ts';

/** The handlers of the operations that erase, hold and keep, by their ids. */
export function forgettingHandlers(parts: ForgettingRoutesParts) {
  return {
    eraseMessage: eraseMessage(parts),
    eraseEndUser: eraseEndUser(parts),
    placeHold: placeHold(parts),
    listHolds: listHolds(parts),
    getHold: getHold(parts),
    liftHold: liftHold(parts),
    getRetention: getRetention(parts),
    setRetention: setRetention(parts),
  } satisfies Readonly<Partial<Record<OperationId, Handler>>>;
}
