import { formatTime } from '@avow/contract';
import { newId } from '../ids/typeid.ts';
import type { OutboxEvent } from '../interfaces/record-store.ts';

/** The notice that a language model is left alone for a while, so that others answer in its place, or works again. */
export function serviceEvent(
  kind: 'degraded' | 'recovered',
  { model, nowMs }: { readonly model: string; readonly nowMs: number },
): OutboxEvent {
  const type = `service.${kind}`;
  return {
    eventId: newId('evt', nowMs),
    type,
    body: JSON.stringify({ type, timestamp: formatTime(nowMs), data: { model } }),
  };
}
