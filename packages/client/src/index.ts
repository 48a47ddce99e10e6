export type * from '../generated/types.ts';
export { type Client, createClient } from './create-client.ts';
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
export { isTerminalEvent, type TerminalEvent } from './follow-message.ts';
export { type ReceivedEvent, readEvents } from './read-events.ts';
export type { ClientOptions, PagePromise, RequestOptions, UploadBody } from './shapes.ts';
export { verifyWebhook, type WebhookRequest } from './verify-webhook.ts';
