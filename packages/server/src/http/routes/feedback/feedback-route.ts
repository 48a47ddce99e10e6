import type { FeedbackOperations } from '../../../feedback/feedback-operations.ts';
import type { Cursors } from '../../cursor.ts';

export interface FeedbackRoutesParts {
  readonly feedbackOperations: FeedbackOperations;
  readonly cursors: Cursors;
}
