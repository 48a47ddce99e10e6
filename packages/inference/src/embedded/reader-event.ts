import type { ProcessEvent } from './process-event.ts';

export type ReaderLane = 'reading';

export type ReaderEvent = ProcessEvent<ReaderLane>;
