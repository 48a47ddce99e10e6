import type { Learning } from '../../../interfaces/learning.ts';
import type { Cursors } from '../../cursor.ts';

export interface LearningRoutesParts {
  readonly learning: Learning;
  readonly cursors: Cursors;
}
