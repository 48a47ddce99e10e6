/**
 * The client for Node, browsers, Deno and Bun: one function an operation, streams that go on after an
 * interruption, and the verification of webhooks. What it sends and receives has the types that are
 * generated from the contract.
 */

// The client.

export { type Client, createClient } from './create-client.ts';
export type { ClientOptions, PagePromise, RequestOptions, UploadBody } from './shapes.ts';

// What the service takes and sends, as it is generated.

export type * from '../generated/types.ts';

// What may go wrong.

export {
  AuthenticationError,
  AvowError,
  ConflictError,
  ConnectionError,
  GoneError,
  InvalidRequestError,
  NotFoundError,
  PermissionError,
  ProblemError,
  RateLimitError,
  ServiceError,
  StreamBrokenError,
  TimeoutError,
  UnexpectedResponseError,
  WebhookVerificationError,
} from './errors.ts';

// Events of streams and webhooks.

export { isTerminalEvent, type TerminalEvent } from './follow-message.ts';
export { type ReceivedEvent, readEvents } from './read-events.ts';
export { verifyWebhook, type WebhookRequest } from './verify-webhook.ts';
