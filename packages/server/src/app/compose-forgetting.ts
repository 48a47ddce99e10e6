import { formatTime } from '@avow/contract';
import { createForgetting } from '../forgetting/create-forgetting.ts';
import { createTrustedClock } from '../forgetting/create-trusted-clock.ts';
import { createExpireRecords } from '../forgetting/expire-records.ts';
import type { ForgettingParts } from '../forgetting/forgetting-parts.ts';
import type { Forgetting } from '../interfaces/forgetting.ts';
import type { AppParts } from './app-parts.ts';

interface ComposedForgetting {
  readonly forgetting: Forgetting;
  readonly expireRecords: (signal: AbortSignal) => Promise<void>;
  /** What bears out the clock that records expire by. */
  readonly noteTime: () => Promise<void>;
}

/** Erasing and holding, as clients ask for it, and what the service destroys by itself when it is due. */
export function composeForgetting(
  { data, clock, log }: Required<Pick<AppParts, 'data' | 'clock' | 'log'>>,
  memories: Pick<ForgettingParts, 'forgetCached' | 'listRunningOf'>,
): ComposedForgetting {
  const parts = { store: data.store.forgetting, nowMs: clock.nowMs };
  const { noteTime, trustedNowMs } = createTrustedClock({
    ...{ ...parts, uptimeMs: () => performance.now() },
    onDoubt: (lastNotedMs) =>
      log.warn(
        { last_ran: formatTime(lastNotedMs) },
        'nothing expires yet: by the clock the service did not run for a week before today, so it may be wrong; if it is right, what is due goes in a day',
      ),
  });
  return {
    forgetting: createForgetting({ ...parts, ...memories }),
    expireRecords: createExpireRecords({
      ...{ ...parts, trustedNowMs },
      onFailure: (error, tenantId) =>
        log.error({ err: error, tenant_id: tenantId }, 'records could not be expired'),
    }),
    noteTime,
  };
}
