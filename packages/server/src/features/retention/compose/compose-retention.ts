import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { Installation } from '../../../app/installation.ts';
import type { SecurityStream } from '../../../config/security-streams.ts';
import type { AccessStore } from '../../keys/access-store.ts';
import { createTrustedClock } from '../create-trusted-clock.ts';
import { createExpireRecords } from '../expire-records.ts';
import { createRecordRetention, type RecordRetention, type RetentionContext } from '../retention.ts';

interface ComposedRetention {
  readonly recordRetention: RecordRetention;
  readonly expireRecords: (signal: AbortSignal) => Promise<void>;
  /** Notes the time, as evidence for the clock that records expire by. */
  readonly recordTime: () => Promise<void>;
  /** Whether that clock may be wrong, so that nothing should end by it. */
  readonly isClockDoubted: () => Promise<boolean>;
}

/** Erasure and legal holds on request, and the expiry of records by the retention rules. */
export function composeRetention(
  {
    data,
    clock,
    log,
    securityStreams = [],
  }: Required<Pick<Installation, 'data' | 'clock' | 'log'>> & Pick<Installation, 'securityStreams'>,
  memory: Pick<RetentionContext, 'dropCached' | 'listRunningOf'>,
): ComposedRetention {
  const parts = { store: data.store.retention, nowMs: clock.nowMs };
  const { recordTime, trustedNowMs, isDoubted } = createTrustedClock({
    ...{ ...parts, uptimeMs: () => performance.now() },
    onDoubt: (lastRecordedMs) =>
      log.warn(
        { last_ran: formatTime(lastRecordedMs) },
        'nothing expires yet: according to the clock the service did not run for a week, so the clock may be wrong; if it is right, due records expire in a day',
      ),
  });
  return {
    recordRetention: createRecordRetention({ ...parts, ...memory }),
    expireRecords: createExpireRecords({
      ...{ ...parts, trustedNowMs, streamsOf: findStreams(securityStreams, data.store.access) },
      onWaiting: (tenantId, stream) =>
        log.warn(
          { tenant_id: tenantId, stream },
          'records that are due are kept until a stream of security events has read their findings',
        ),
      onFailure: (error, tenantId) =>
        log.error({ err: error, tenant_id: tenantId }, 'records could not be expired'),
    }),
    recordTime,
    isClockDoubted: isDoubted,
  };
}

/** Those that send the findings of a tenant. */
function findStreams(streams: readonly SecurityStream[], access: Pick<AccessStore, 'listTenants'>) {
  const sending = streams.filter(({ events }) => events !== 'administrative');
  return async (tenantId: TenantId): Promise<readonly string[]> => {
    if (sending.length === 0) return [];
    const tenant = (await access.listTenants()).find((one) => one.tenantId === tenantId);
    return sending
      .filter(
        ({ tenants }) => tenants === null || tenants.some((one) => one === tenantId || one === tenant?.name),
      )
      .map(({ name }) => name);
  };
}
