import type { Cursors } from '../../../http/cursor.ts';
import type { FeedbackOperations } from '../feedback.ts';

export interface FeedbackRoutes {
  readonly feedbackOperations: FeedbackOperations;
  readonly cursors: Cursors;
}
