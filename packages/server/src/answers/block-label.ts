import type { MessageId } from '@avow/foundation';
import type { ThresholdName } from '@avow/guardrails';

/** Whether a prompt was rightly blocked. One for each message and author; the latest counts. */
export interface BlockLabel {
  readonly messageId: MessageId;
  readonly author: string;
  readonly isRight: boolean;
  /** The threshold that the prompt reached. */
  readonly threshold: ThresholdName;
  /** Of the guardrail that blocked. */
  readonly score: number;
  /** When the question was asked. */
  readonly askedAtMs: number;
  readonly labelledAtMs: number;
}
