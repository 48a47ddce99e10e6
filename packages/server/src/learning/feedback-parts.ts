import type { ContentPacks } from '../interfaces/content-packs.ts';
import type { Guards } from '../interfaces/guard.ts';
import type { LearningStore } from '../interfaces/learning-store.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { TakeTurn } from './create-turns.ts';

/** What feedback is taken and settled with. */
export interface FeedbackParts {
  readonly records: Pick<RecordStore, 'getMessage'>;
  readonly store: LearningStore;
  readonly packs: ContentPacks;
  readonly guards: Guards;
  readonly nowMs: () => number;
  /** By tenant and message, and within that by tenant and pack. */
  readonly takeTurn: TakeTurn;
}
