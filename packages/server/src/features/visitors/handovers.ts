import { formatTime } from '@avow/contract/values';
import type { Handover as HandoverEntry, HandoverSettings } from '@avow/contract/visitors';
import { handoverLimits } from '@avow/contract/visitors';
import {
  AppError,
  type CallerId,
  type Clock,
  type KeyId,
  type MessageId,
  makeEvent,
  type TenantId,
} from '@avow/foundation';
import { isMailAddress, type Mail, type Mailer } from '../mail/mail.ts';
import type { RecordStore, StoredMessage } from '../records/record-store.ts';
import { openEnvelope, responseOf } from '../records/records.ts';
import type { WidgetStore } from '../widgets/widget-store.ts';
import type { Handover, HandoverFilter, HandoverStore } from './handover-store.ts';

/** A handover, with the message that it is about. */
export interface HandoverInContext {
  readonly handover: Handover;
  readonly question: string;
  readonly answer: string;
}

interface RequestedHandover {
  readonly text: string | null;
  readonly email: string | null;
  /** The key that it is requested with. */
  readonly callerId: CallerId;
}

interface HandoverReply {
  readonly text: string;
  readonly name: string | null;
  readonly close: boolean;
  readonly callerId: CallerId;
}

/** Messages whose askers want a person. Refusals are thrown as an `AppError`. */
export interface Handovers {
  request(tenantId: TenantId, messageId: MessageId, requested: RequestedHandover): Promise<HandoverInContext>;
  get(tenantId: TenantId, messageId: MessageId): Promise<HandoverInContext>;
  reply(tenantId: TenantId, messageId: MessageId, reply: HandoverReply): Promise<HandoverInContext>;
  close(tenantId: TenantId, messageId: MessageId): Promise<HandoverInContext>;
  list(
    tenantId: TenantId,
    filter: HandoverFilter,
    page: { readonly before: MessageId | null; readonly limit: number },
  ): Promise<HandoverInContext[]>;
  readSettings(tenantId: TenantId): Promise<HandoverSettings>;
  /** How a person is reached by those who ask with this key: as its widget says, if it says anything. */
  readSettingsOf(tenantId: TenantId, callerId: CallerId): Promise<HandoverSettings>;
  replaceSettings(tenantId: TenantId, settings: HandoverSettings, callerId: CallerId): Promise<void>;
}

interface HandoverParts {
  readonly store: HandoverStore;
  readonly records: Pick<RecordStore, 'getMessage'>;
  readonly widgets: Pick<WidgetStore, 'findWidgetByKey'>;
  readonly mailer: Mailer;
  readonly clock: Clock;
}

const unset: HandoverSettings = { chat: false, link: null, link_text: null };
/** How often a change is tried that others get in the way of. */
const attemptsMax = 5;
const tryAgainSeconds = 1;

/** A change of a handover, and what is sent because of it. */
interface Change {
  readonly next: Omit<Handover, 'revision' | 'updatedAtMs'>;
  readonly event: 'handover.requested' | 'handover.replied' | null;
  readonly mail: Mail | null;
}

export function createHandovers({ store, records, widgets, mailer, clock }: HandoverParts): Handovers {
  const readSettings = async (tenantId: TenantId) => (await store.getHandoverSettings(tenantId)) ?? unset;
  const readSettingsOf = async (tenantId: TenantId, callerId: CallerId) => {
    const widget = await widgets.findWidgetByKey(tenantId, callerId as KeyId);
    return widget?.settings.handover ?? (await readSettings(tenantId));
  };

  async function read(tenantId: TenantId, messageId: MessageId): Promise<StoredMessage> {
    const message = await records.getMessage(tenantId, messageId);
    if (message === null) throw new AppError('not_found');
    return message;
  }

  /** Stores what `decide` makes of the handover as it is, again if somebody else changed it meanwhile. */
  async function change(
    tenantId: TenantId,
    messageId: MessageId,
    decide: (before: Handover | null, message: StoredMessage) => Change,
  ): Promise<HandoverInContext> {
    const message = await read(tenantId, messageId);
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const before = await store.getHandover(tenantId, messageId);
      const { next, event, mail } = decide(before, message);
      const atMs = clock.nowMs();
      const handover = { ...next, revision: (before?.revision ?? 0) + 1, updatedAtMs: atMs };
      const ids = { message_id: messageId, thread_id: message.threadId };
      const kept = await store.putHandover(tenantId, handover, {
        event: event === null ? null : makeEvent(event, atMs, ids),
        mail: mailer.isOn ? mail : null,
        waitingMax: handoverLimits.waitingMax,
      });
      if (kept === 'kept') return inContext(handover, message);
      if (kept === 'unknown') throw new AppError('not_found');
      if (kept === 'too_many')
        throw new AppError('quota_exceeded', {
          detail: `At most ${handoverLimits.waitingMax} people can wait for a reply.`,
        });
    }
    throw new AppError('overloaded', { retryAfterSeconds: tryAgainSeconds });
  }

  return {
    readSettings,
    readSettingsOf,
    replaceSettings: (tenantId, settings, callerId) =>
      store.putHandoverSettings(tenantId, settings, { callerId, atMs: clock.nowMs() }),
    request: async (tenantId, messageId, requested) => {
      if (requested.email !== null) assertMailable(requested.email, mailer);
      const { chat } = await readSettingsOf(tenantId, requested.callerId);
      return await change(tenantId, messageId, (before, message) => {
        // What is under way goes on.
        if (!chat && before === null)
          throw new AppError('invalid_state', { detail: 'No person can be reached in this chat.' });
        return requestOf(before, message, { ...requested, atMs: clock.nowMs() });
      });
    },
    get: async (tenantId, messageId) => {
      const handover = await store.getHandover(tenantId, messageId);
      if (handover === null) throw new AppError('not_found');
      return inContext(handover, await read(tenantId, messageId));
    },
    reply: (tenantId, messageId, { text, name, close, callerId }) =>
      change(tenantId, messageId, (before) => {
        if (before === null) throw new AppError('not_found');
        requireRoom(before);
        const post = { author: callerId, name, text, atMs: clock.nowMs() };
        return {
          next: { ...before, state: close ? 'closed' : 'answered', posts: [...before.posts, post] },
          event: 'handover.replied',
          mail: before.email === null ? null : mailOfReply(before.email, post),
        };
      }),
    close: (tenantId, messageId) =>
      change(tenantId, messageId, (before) => {
        if (before === null) throw new AppError('not_found');
        return { next: { ...before, state: 'closed' }, event: null, mail: null };
      }),
    list: async (tenantId, filter, page) => {
      const found = await store.listHandovers(tenantId, filter, page);
      const shown = await Promise.all(
        found.map(async (handover) => {
          const message = await records.getMessage(tenantId, handover.messageId);
          return message === null ? [] : [inContext(handover, message)];
        }),
      );
      return shown.flat();
    },
  };
}

export function inContext(handover: Handover, message: StoredMessage): HandoverInContext {
  return { handover, question: openEnvelope(message.envelope).question, answer: responseOf(message).answer };
}

function assertMailable(email: string, mailer: Mailer): void {
  if (!mailer.isOn)
    throw new AppError('invalid_state', {
      detail: 'No e-mail can be sent: the service has no mail server (AVOW_SMTP_URL).',
    });
  if (isMailAddress(email)) return;
  const errors = [{ pointer: '/email', code: 'invalid_value', message: 'Must be an e-mail address' }];
  throw new AppError('validation_failed', { errors });
}

function requireRoom({ posts }: Pick<Handover, 'posts'>): void {
  if (posts.length >= handoverLimits.postsMax)
    throw new AppError('invalid_state', {
      detail: `A handover has at most ${handoverLimits.postsMax} texts: ask a further question.`,
    });
}

function requestOf(
  before: Handover | null,
  { messageId, threadId }: StoredMessage,
  { text, email, atMs }: RequestedHandover & { readonly atMs: number },
): Change {
  const posts = before?.posts ?? [];
  requireRoom({ posts });
  const sinceReply = posts.length - 1 - posts.findLastIndex(({ author }) => author !== null);
  if (text !== null && sinceReply >= handoverLimits.unansweredPostsMax)
    throw new AppError('invalid_state', {
      detail: `At most ${handoverLimits.unansweredPostsMax} texts can wait for a reply.`,
    });
  const post = { author: null, name: null, text: text ?? '', atMs };
  // Asking again without a text changes nothing but where replies are sent.
  const isNew = before === null || text !== null;
  return {
    next: {
      ...{ messageId, threadId, createdAtMs: before?.createdAtMs ?? atMs },
      state: isNew ? 'waiting' : before.state,
      email: email ?? before?.email ?? null,
      posts: isNew ? [...posts, post] : posts,
    },
    event: isNew ? 'handover.requested' : null,
    mail: null,
  };
}

function mailOfReply(
  to: string,
  { name, text }: { readonly name: string | null; readonly text: string },
): Mail {
  const opening = name === null ? 'A person replied to you:' : `${name} replied to you:`;
  return { to, subject: 'A reply to your question', text: [opening, '', text].join('\n') };
}

/** `isVisitor`: who replied stays within the tenant. */
export function handoverToWire(
  { handover, question, answer }: HandoverInContext,
  isVisitor: boolean,
): HandoverEntry {
  return {
    message_id: handover.messageId,
    thread_id: handover.threadId,
    state: handover.state,
    ...{ question, answer, email: handover.email },
    posts: handover.posts.map(({ author, name, text, atMs }) => ({
      from: author === null ? 'asker' : 'person',
      name,
      text,
      author: isVisitor ? null : author,
      created_at: formatTime(atMs),
    })),
    created_at: formatTime(handover.createdAtMs),
    updated_at: formatTime(handover.updatedAtMs),
  };
}
