/**
 * The closed lists of the wire and what is known of their values, without schemas, which take time to build.
 */

// Problems.

export { type ProblemCode, problemCodes, problems } from './values/problems.ts';

// Messages and answers.

export {
  type AnswerFormat,
  type AnswerMethod,
  answerMethods,
  type BlockedReason,
  blockedReasons,
  type GeneratedKind,
  knownChannelTypes,
  type MessageStatus,
  messageStatuses,
  type NextAction,
  type NoAnswerCause,
  nextActions,
  noAnswerCauses,
  noCurrency,
  none,
  type ProcessingStep,
  type RoutingSource,
  routingSources,
  type SourceType,
  type TierFailure,
} from './values/enumerations.ts';
export { canBecome, isTerminal } from './values/message-states.ts';

// Confidence.

export {
  type Band,
  bands,
  type ConfidenceCap,
  type ConfidenceFeature,
  confidenceCaps,
  confidenceFeatures,
} from './values/enumerations.ts';

// Samples of records.

export {
  type SampleFinding,
  type SampleMethod,
  sampleFindings,
  sampleMethods,
} from './values/enumerations.ts';

// How times, lengths and regions are written.

export { codePointLength } from './values/code-point-length.ts';
export { formatTime } from './values/format-time.ts';
export { s3RegionPattern } from './values/s3-region-pattern.ts';

// What the first start makes.

export { demonstrationPackNames } from './values/demonstration-pack-names.ts';
