/**
 * What every other package builds on, and threads start with: the clock, ids, errors and events. More is at
 * `@avow/foundation/concurrency`, `/files`, `/keys`, `/statistics` and `/log`.
 */

// Time.

export { type Clock, isFresh, systemClock } from './clock.ts';

// Ids and names.

export { endUserAuthor, isEndUser } from './ids/author-names.ts';
export type {
  CallerId,
  CuratedId,
  DocumentId,
  EndpointId,
  EventId,
  ExportId,
  HoldId,
  JobId,
  KeyId,
  MessageId,
  PackId,
  PackVersion,
  PasskeyId,
  SessionId,
  SourceId,
  TenantId,
  ThreadId,
  UserId,
  WidgetId,
} from './ids/identity.ts';
export { messageIdFrom, newId, newSuffix, suffixFrom, suffixOf, timestampMsMax } from './ids/typeid.ts';

// Errors.

export { AppError, type AppErrorOptions, type InputFault } from './errors/app-error.ts';
export { diskFull, isDiskFull } from './errors/disk-full.ts';
export { UserError } from './errors/user-error.ts';

// Events for subscribers.

export { makeEvent } from './events/make-event.ts';
export type { OutboxEvent } from './events/outbox-event.ts';
