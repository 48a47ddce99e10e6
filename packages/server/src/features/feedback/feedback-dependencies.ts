import type { KeyedMutex, PackId } from '@avow/foundation';
import type { Guards } from '@avow/guardrails';
import type { ContentPacks } from '../content/content.ts';
import type { RecordStore } from '../records/record-store.ts';
import type { FeedbackStore } from './feedback-store.ts';

/** Dependencies of the feedback operations. */
export interface FeedbackDependencies {
  readonly records: Pick<RecordStore, 'getMessage' | 'isHidden' | 'listMessages'>;
  readonly store: FeedbackStore;
  readonly packs: ContentPacks;
  readonly guards: Guards;
  readonly nowMs: () => number;
  /** Keyed by tenant and message, and within that by tenant and pack. */
  readonly mutex: KeyedMutex;
  /** Drafts pairs of a pack while nobody else does, on any node. */
  readonly aloneOnPairs: <Result>(packId: PackId, work: () => Promise<Result>) => Promise<Result>;
}
