import type { ThresholdName } from '@avow/contract/guardrails';
import type { CallerId, MessageId } from '@avow/foundation';

/** Whether a prompt was rightly blocked. One for each message and author; the latest counts. */
export interface BlockLabel {
  readonly messageId: MessageId;
  readonly author: string;
  /** The key that it came with, or the person who was signed in. */
  readonly callerId: CallerId;
  /** Whether it is from a visitor with a publishable key. Such a label never counts. */
  readonly isFromVisitor: boolean;
  readonly isRight: boolean;
  /** The threshold that the prompt reached. */
  readonly threshold: ThresholdName;
  /** Of the guardrail that blocked. */
  readonly score: number;
  /** When the question was asked. */
  readonly askedAtMs: number;
  readonly labelledAtMs: number;
}
