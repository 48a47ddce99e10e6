import type { TenantId } from '@avow/foundation';
import type { Operation, OperationsFor, Statements } from '@avow/storage';
import type { LogAppends } from '../../log/store/log-appends.ts';
import type { EndAttemptOptions, WebhookDelivery, WebhookStore } from '../webhook-store.ts';
import { prepareSwitchOff } from './switch-off.ts';

interface Failures {
  readonly failing_since_ms: number;
  readonly failed_attempts: number;
}

function prepareStatements({ read, change }: Statements) {
  return {
    // Whose lease has ended has lost the attempt: another claim counts it, and sets another time.
    end: change(
      `UPDATE webhook_deliveries
       SET status = ?, outcome = ?, response_status = ?, attempted_at_ms = ?, due_at_ms = ?
       WHERE tenant_id = ? AND seq = ? AND status = 'pending' AND attempts = ? AND due_at_ms = ?`,
    ),
    // They would only wait for the earlier one.
    delayLater: change(
      `UPDATE webhook_deliveries SET due_at_ms = ?1
       WHERE tenant_id = ?2 AND endpoint_id = ?3 AND message_id = ?4 AND status = 'pending' AND seq > ?5 AND due_at_ms < ?1`,
    ),
    succeed: change(
      `UPDATE webhook_endpoints SET failing_since_ms = NULL, failed_attempts = 0
       WHERE tenant_id = ? AND endpoint_id = ? AND failed_attempts > 0`,
    ),
    fail: change(
      `UPDATE webhook_endpoints
       SET failing_since_ms = coalesce(failing_since_ms, ?), failed_attempts = failed_attempts + 1
       WHERE tenant_id = ? AND endpoint_id = ?`,
    ),
    readFailures: read<Failures>(
      `SELECT failing_since_ms, failed_attempts FROM webhook_endpoints
       WHERE tenant_id = ? AND endpoint_id = ? AND status = 'enabled'`,
    ),
  };
}

/** The writer's operation at the end of an attempt. */
export function createAttemptWrites(all: Statements, log: LogAppends) {
  const statements = prepareStatements(all);
  const switchOff = prepareSwitchOff(all, log);

  function* isToBeDisabled(
    tenantId: TenantId,
    { endpointId }: WebhookDelivery,
    disable: NonNullable<EndAttemptOptions['disable']>,
  ): Operation<boolean> {
    const failures = yield* statements.readFailures.first(tenantId, endpointId);
    if (failures === null) return false;
    if (disable.reason === 'gone') return true;
    return failures.failing_since_ms <= disable.sinceMs && failures.failed_attempts >= disable.attemptsMin;
  }

  return {
    *endAttempt(tenantId, claimed, { nowMs, status, outcome, responseStatus, dueAtMs, disable, notice }) {
      const { seq, endpointId, messageId, attempts, dueAtMs: leaseUntilMs } = claimed;
      const ended = yield* statements.end.run(
        ...[status, outcome, responseStatus, nowMs, dueAtMs],
        ...[tenantId, seq, attempts, leaseUntilMs],
      );
      if (ended === 0) return 'lost';
      if (status === 'delivered') {
        yield* statements.succeed.put(tenantId, endpointId);
        return 'recorded';
      }
      if (status === 'pending' && messageId !== null)
        yield* statements.delayLater.put(dueAtMs, tenantId, endpointId, messageId, seq);
      yield* statements.fail.put(nowMs, tenantId, endpointId);
      if (disable === null || !(yield* isToBeDisabled(tenantId, claimed, disable))) return 'recorded';
      yield* switchOff({ tenantId, endpointId, reason: disable.reason, nowMs, notice });
      return 'disabled';
    },
  } satisfies OperationsFor<WebhookStore>;
}
