import { formatTime } from '@avow/contract';
import { newId } from '../ids/typeid.ts';
import type { OutboxEvent } from '../interfaces/outbox-event.ts';

/** A notice as it waits to be sent. Its data holds nothing that a person wrote or was told. */
export function makeEvent(type: string, nowMs: number, data: Readonly<Record<string, unknown>>): OutboxEvent {
  const body = JSON.stringify({ type, timestamp: formatTime(nowMs), data });
  return { eventId: newId('evt', nowMs), type, body };
}
