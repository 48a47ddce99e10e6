import type { Forgetting } from '../../../interfaces/forgetting.ts';
import type { Cursors } from '../../cursor.ts';

export interface ForgettingRoutesParts {
  readonly forgetting: Forgetting;
  readonly cursors: Cursors;
}
