import type { DiskEvent } from './read-recording.ts';

/** An acknowledgement to a client, and the time from which on it must be true. */
export interface Promised {
  readonly timeNs: number;
  readonly what: 'ended' | 'accepted' | 'feedback' | 'erased';
  readonly id: string;
}

/** The promises in the responses that were sent. One counts from the moment it was handed to the network. */
export function readPromises(events: readonly DiskEvent[]): Promised[] {
  const promises: Promised[] = [];
  for (const { kind, bytes, timeNs } of events) {
    if (kind !== 'sent') continue;
    const text = bytes.toString('utf8');
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
    if (status < 200 || status > 299) continue;
    const feedbackId = /"id":"(fbk_[0-9a-z]+)"/.exec(text)?.[1];
    const messageId = /"message_id":"(msg_[0-9a-z]+)"/.exec(text)?.[1];
    if (feedbackId !== undefined) promises.push({ timeNs, what: 'feedback', id: feedbackId });
    else if (messageId !== undefined)
      promises.push({ timeNs, what: whatIsTold(status, text), id: messageId });
  }
  return promises;
}

function whatIsTold(status: number, text: string): Promised['what'] {
  if (text.includes('"content_state":"erased"')) return 'erased';
  return status === 202 ? 'accepted' : 'ended';
}
