/**
 * Asking a question, what comes back at once, as a stream or later, and the messages that are kept of it.
 */

// Asking.

export {
  type QueryRequest,
  type QueryRequestInput,
  queryRequestLimits,
  queryRequestSchema,
} from './query/query-request.ts';

// Answers.

export type { ConfidenceExplanation } from './query/confidence-explanation.ts';
export { queryResponseSchema } from './query/query-response.ts';
export {
  type Citation,
  type GuardrailResult,
  type QueryResponse,
  type RelatedPassage,
  relatedMax,
} from './query/query-response-fields.ts';

// Streams.

export { followQuerySchema } from './query/message.ts';
export {
  isTerminalEventType,
  type StreamEvent,
  type StreamEventType,
  streamEvents,
} from './query/stream-events.ts';

// Messages and threads.

export {
  type Message,
  messageListQuerySchema,
  type RecordListQuery,
  recordListQuerySchema,
} from './query/message.ts';
export type { ThreadEntry } from './query/thread.ts';
