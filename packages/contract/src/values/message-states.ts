import type { MessageStatus } from './enumerations.ts';

/** The whole life of a message. A status with nowhere to go is terminal. */
const successors: Readonly<Record<MessageStatus, readonly MessageStatus[]>> = {
  queued: ['processing', 'failed', 'cancelled'],
  processing: ['in_review', 'delivered', 'blocked', 'failed', 'cancelled'],
  in_review: ['delivered', 'blocked', 'cancelled'],
  delivered: [],
  blocked: [],
  failed: [],
  cancelled: [],
};

export function isTerminal(status: MessageStatus): boolean {
  return successors[status].length === 0;
}

/** Staying is not a transition: `canBecome(status, status)` is false. */
export function canBecome(from: MessageStatus, to: MessageStatus): boolean {
  return successors[from].includes(to);
}
