import { formatTime } from '@avow/contract/plain';
import { newId } from '../ids/typeid.ts';
import type { OutboxEvent } from './outbox-event.ts';

/** Creates an event for the outbox. Its data contains no words of a question or an answer. */
export function makeEvent(type: string, nowMs: number, data: Readonly<Record<string, unknown>>): OutboxEvent {
  const body = JSON.stringify({ type, timestamp: formatTime(nowMs), data });
  return { eventId: newId('evt', nowMs), type, body };
}
