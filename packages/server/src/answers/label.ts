import type { MessageId } from '@avow/foundation';
import type { Evidence } from './confidence.ts';

/** Whether an answer was right. One for each message and author; the latest counts. */
export interface Label {
  readonly messageId: MessageId;
  readonly origin: 'feedback' | 'review';
  /** The author of the feedback. An end user may be read back as a pseudonym. */
  readonly author: string;
  readonly isRight: boolean;
  readonly evidence: Evidence;
  /** As it was delivered. */
  readonly score: number;
  readonly band: string;
  /** When the question was asked. */
  readonly askedAtMs: number;
  readonly labelledAtMs: number;
}
