import type { OutboxEvent } from '@avow/foundation';
import type { Operation, Statements } from '@avow/storage';
import type { LogAppends } from '../../log/store/log-appends.ts';
import { prepareOutbox } from '../../records/store/outbox-writes.ts';
import { killPendingSql } from './endpoint-writes.ts';

export interface SwitchOff {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly reason: string;
  readonly nowMs: number;
  readonly notice: OutboxEvent;
}

/** Disables an endpoint that cannot be used: with an entry in the log and an event, and nothing pending is sent. */
export function prepareSwitchOff(all: Statements, log: LogAppends) {
  const disable = all.change(
    `UPDATE webhook_endpoints SET status = 'disabled', disabled_reason = ?, updated_at_ms = ?
     WHERE tenant_id = ? AND endpoint_id = ?`,
  );
  const killPending = all.change(killPendingSql);
  const putEvent = prepareOutbox(all);
  return function* switchOff(call: SwitchOff): Operation<void> {
    const { tenantId, endpointId, reason, nowMs, notice } = call;
    yield* disable.put(reason, nowMs, tenantId, endpointId);
    yield* killPending.put('endpoint_disabled', tenantId, endpointId);
    yield* log.appendEvent(tenantId, {
      ...{ kind: 'webhook', subject: endpointId, state: 'disabled', atMs: nowMs, actor: '' },
      details: [['reason', reason]],
    });
    yield* putEvent(tenantId, nowMs, notice);
  };
}
