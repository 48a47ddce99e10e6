import type { Evidence } from '@avow/answering/score';
import type { CallerId, MessageId } from '@avow/foundation';

/** Whether an answer was right. One for each message and author; the latest counts. */
export interface Label {
  readonly messageId: MessageId;
  readonly origin: 'feedback' | 'review';
  /** The author of the feedback. An end user may be read back as a pseudonym. */
  readonly author: string;
  /** The key that it came with, or the person who was signed in. */
  readonly callerId: CallerId;
  /** Whether it is from a visitor with a publishable key. Such a label never counts. */
  readonly isFromVisitor: boolean;
  readonly isRight: boolean;
  readonly evidence: Evidence;
  /** As it was delivered. */
  readonly score: number;
  readonly band: string;
  /** When the question was asked. */
  readonly askedAtMs: number;
  readonly labelledAtMs: number;
}
