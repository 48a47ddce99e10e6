import type { OutboxEvent } from '../interfaces/outbox-event.ts';
import { makeEvent } from './make-event.ts';

/** The notice that a language model is left alone for a while, so that others answer in its place, or works again. */
export function serviceEvent(
  kind: 'degraded' | 'recovered',
  { model, nowMs }: { readonly model: string; readonly nowMs: number },
): OutboxEvent {
  return makeEvent(`service.${kind}`, nowMs, { model });
}
