/** What those who audit need: what records are read for, samples with findings, and what was in force at two moments. */

// What records are read for.

export { type PurposesEntry, purposesRequestSchema } from './records/purposes.ts';

// Samples.

export {
  type JudgementRequest,
  judgementRequestSchema,
  type SampleEntry,
  type SampleItemEntry,
  type SampleRequest,
  type SampleSummaryEntry,
  sampleLimits,
  sampleRequestSchema,
  signOffRequestSchema,
} from './records/samples.ts';

// A question asked again.

export { type ReplayEntry, type ReplaySideEntry, replayRequestSchema } from './records/replay.ts';
export type { ReplayCause } from './values/audit-enumerations.ts';

// Two moments.

export { changesShownMax, type MomentsEntry, momentsQuerySchema } from './records/moments.ts';
