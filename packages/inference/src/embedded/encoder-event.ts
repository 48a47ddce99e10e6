import type { ProcessEvent } from './process-event.ts';

export type EncoderLane = 'questions' | 'passages';

export type EncoderEvent = ProcessEvent<EncoderLane>;
