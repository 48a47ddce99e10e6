import type { OutboxEvent } from '@avow/foundation';
import { makeEvent } from '@avow/foundation';

/** The event that a language model is bypassed for a while, so that others answer instead, or works again. */
export function serviceEvent(
  kind: 'degraded' | 'recovered',
  { model, nowMs }: { readonly model: string; readonly nowMs: number },
): OutboxEvent {
  return makeEvent(`service.${kind}`, nowMs, { model });
}
