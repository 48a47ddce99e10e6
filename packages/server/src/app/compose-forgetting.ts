import { formatTime } from '@avow/contract';
import { createForgetting } from '../forgetting/create-forgetting.ts';
import { createTrustedClock } from '../forgetting/create-trusted-clock.ts';
import { createExpireRecords } from '../forgetting/expire-records.ts';
import type { ForgettingParts } from '../forgetting/forgetting-parts.ts';
import type { Forgetting } from '../interfaces/forgetting.ts';
import type { AppParts } from './app-parts.ts';

/** Erasing and holding, as clients ask for it, and what the service destroys by itself when it is due. */
export function composeForgetting(
  { data, clock, log }: Required<Pick<AppParts, 'data' | 'clock' | 'log'>>,
  memories: Pick<ForgettingParts, 'forgetCached' | 'listRunningOf'>,
): { readonly forgetting: Forgetting; readonly expireRecords: (signal: AbortSignal) => Promise<void> } {
  const parts = { store: data.store.forgetting, nowMs: clock.nowMs };
  return {
    forgetting: createForgetting({ ...parts, ...memories }),
    expireRecords: createExpireRecords({
      ...parts,
      trustedNowMs: createTrustedClock({
        ...{ log: data.store.log, nowMs: parts.nowMs, uptimeMs: () => performance.now() },
        onDoubt: (lastSignedMs) =>
          log.warn(
            { last_signed: formatTime(lastSignedMs) },
            'nothing expires yet: by the clock no log was signed for a week before today, so it may be wrong; if it is right, what is due goes once the service has run for a day',
          ),
      }),
      onFailure: (error, tenantId) =>
        log.error({ err: error, tenant_id: tenantId }, 'records could not be expired'),
    }),
  };
}
