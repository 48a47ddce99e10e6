import { formatTime } from '@avow/contract/values';
import type { MessageId } from '../ids/identity.ts';
import { newId } from '../ids/typeid.ts';
import type { OutboxEvent } from './outbox-event.ts';

type EventData = Readonly<Record<string, unknown>> & { readonly message_id?: MessageId };

/** Creates an event for the outbox. Its data contains no words of a question or an answer. */
export function makeEvent(type: string, nowMs: number, data: EventData): OutboxEvent {
  const body = JSON.stringify({ type, timestamp: formatTime(nowMs), data });
  return { eventId: newId('evt', nowMs), type, messageId: data.message_id ?? null, body };
}
