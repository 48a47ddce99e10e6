import type { ProcessEvent } from './process-event.ts';

export type ScreenerLane = 'screening';

export type ScreenerEvent = ProcessEvent<ScreenerLane>;
