import type { Cursors } from '../../../http/cursor.ts';
import type { FeedbackOperations } from '../feedback.ts';
import type { GuaranteeOperations } from '../guarantee/guarantees.ts';

export interface FeedbackRoutes {
  readonly feedbackOperations: FeedbackOperations;
  readonly guarantees: GuaranteeOperations;
  readonly cursors: Cursors;
}
