import type { OutboxEvent } from '@avow/foundation';
import { makeEvent } from '@avow/foundation';
import type { StoredCheckpoint } from './log-store.ts';

/** The event for a new checkpoint of a tenant's log. Its size and root reveal nothing about the content. */
export function checkpointEvent({ size, root, createdAtMs }: StoredCheckpoint): OutboxEvent {
  return makeEvent('log.checkpoint', createdAtMs, { size, root });
}
