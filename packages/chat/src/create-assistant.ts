import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  ConflictError,
  ConnectionError,
  NotFoundError,
  ProblemError,
  type QueryResponse,
} from '@avow/client';
import { chatTexts } from './chat-texts.ts';
import { type ChatReply, composeReply, plainReply } from './compose-reply.ts';
import { dropOldest } from './drop-oldest.ts';
import { explainError, messageOf } from './explain-error.ts';

/** A question that somebody asked in a chat. */
interface ChatQuestion {
  readonly text: string;
  /** Who asks: the `end_user_id` on record. */
  readonly person: string;
  /** Where it was asked. Questions in the same place may be follow-ups. */
  readonly place: string;
  /** Whether the place is a thread about one matter, or a chat that goes on for years. */
  readonly isThread: boolean;
  /** Whether others can read what is asked and answered there, so that their questions may be followed up. */
  readonly isShared: boolean;
  /** The groups of the person, of those that the key may name. */
  readonly groups: readonly string[];
  /** The same for every delivery of the same message by the platform. */
  readonly deliveryId: string;
  /** What the person should know about how the question is answered. */
  readonly notes: readonly string[];
}

export type AnswerRating = 'right' | 'wrong';

/** Asks the service for people in a chat, whichever platform they use. */
export interface Assistant {
  /** Answers a question once, however often it is delivered. It never throws; what fails is said, and reported. */
  answer(question: ChatQuestion, post: (reply: ChatReply) => Promise<void>): Promise<void>;
  /** Stores what the person thinks of an answer, and returns what to say to them. It never throws. */
  rate(messageId: string, verdict: AnswerRating, person: string): Promise<string>;
  /** Stops waiting for reviews. */
  stop(): void;
}

export interface AssistantOptions {
  readonly client: Pick<Client, 'executeQuery' | 'getMessage' | 'giveFeedback'>;
  readonly channelType: 'slack' | 'msteams';
  /** Empty: all that are published. */
  readonly contentPackIds: readonly string[];
  /** Reports what went wrong to those who run the connection. */
  readonly onFault: (fault: string) => void;
  /** How long to wait for a review, and how often to look. */
  readonly review?: { readonly everyMs: number; readonly times: number };
}

const deliveriesMax = 10_000;
/** After such a pause in a chat without threads, a question is about something else. */
const pauseMinutes = 30;
/** Once a minute, for a day. */
const defaultReview = { everyMs: 60_000, times: 1_440 };

export function createAssistant(options: AssistantOptions): Assistant {
  const { client, channelType, contentPackIds, onFault, review = defaultReview } = options;
  const deliveries = new Set<string>();
  const ending = new AbortController();

  /** Null: the question is being answered elsewhere, or has been. */
  async function ask({
    text,
    person,
    place,
    isThread,
    isShared,
    groups,
    deliveryId,
  }: ChatQuestion): Promise<QueryResponse | null> {
    const idempotencyKey = `${channelType}-${createHash('sha256').update(deliveryId).digest('hex')}`;
    let isReplay = false;
    // The service finds the thread by it, also after a restart and from another process.
    const thread = {
      thread_key: `${channelType}-${createHash('sha256').update(place).digest('hex')}`,
      ...(isThread ? {} : { thread_pause_minutes: pauseMinutes }),
      ...(isShared ? { thread_shared: true } : {}),
    };
    const send = (retries: { readonly retriesMax?: number }) =>
      client.executeQuery(
        {
          prompt: text,
          channel_type: channelType,
          answer_format: 'plain_text',
          end_user_id: person,
          ...(groups.length === 0 ? {} : { groups: [...groups] }),
          ...(contentPackIds.length === 0 ? {} : { content_pack_ids: [...contentPackIds] }),
          ...thread,
        },
        {
          ...retries,
          idempotencyKey,
          onResponse: ({ headers }) => {
            isReplay = headers.get('idempotent-replayed') === 'true';
          },
        },
      );
    try {
      const response = await send({ retriesMax: 0 });
      return isReplay ? null : response;
    } catch (error) {
      if (error instanceof ConflictError && error.code === 'idempotency_in_progress') return null;
      if (!isWorthRepeating(error)) throw error;
      // From here on a replay is the response to the attempt that failed.
      return await send({});
    }
  }

  async function awaitReview(messageId: string): Promise<ChatReply> {
    for (let tries = 0; tries < review.times && !ending.signal.aborted; tries += 1) {
      await sleep(review.everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
      const message = await client.getMessage(messageId);
      if (message.status !== 'in_review') return replyTo(message, []);
    }
    return plainReply(chatTexts.reviewOpen);
  }

  async function answerNew(question: ChatQuestion, post: (reply: ChatReply) => Promise<void>): Promise<void> {
    const response = await ask(question);
    if (response === null) return;
    const { status, message_id: messageId } = response;
    if (status !== 'in_review') return await post(replyTo(response, question.notes));
    await post(plainReply(chatTexts.review));
    const reply = await awaitReview(messageId).catch((error: unknown) => {
      onFault(`the review of ${messageId} could not be followed: ${explainError(error).fault}`);
      return plainReply(chatTexts.reviewUnseen);
    });
    if (!ending.signal.aborted) await post(reply);
  }

  return {
    answer: async (question, post) => {
      if (deliveries.has(question.deliveryId)) return;
      deliveries.add(question.deliveryId);
      dropOldest(deliveries, deliveriesMax);
      const postOrReport = (reply: ChatReply) =>
        post(reply).catch((error: unknown) => onFault(`a reply could not be posted: ${messageOf(error)}`));
      if (question.text === '') return await postOrReport(plainReply(chatTexts.empty));
      try {
        await answerNew(question, postOrReport);
      } catch (error) {
        const { text, fault } = explainError(error);
        if (fault !== null) onFault(fault);
        await postOrReport(plainReply(text));
      }
    },
    rate: async (messageId, verdict, person) => {
      try {
        await client.giveFeedback(messageId, { verdict, end_user_id: person });
        return chatTexts.thanks;
      } catch (error) {
        if (error instanceof NotFoundError) return chatTexts.notYours;
        onFault(`feedback could not be stored: ${explainError(error).fault}`);
        return chatTexts.notRated;
      }
    },
    stop: () => ending.abort(),
  };
}

function replyTo(response: QueryResponse, notes: readonly string[]): ChatReply {
  const isOver = response.status === 'delivered' || response.status === 'blocked';
  return isOver ? composeReply(response, notes) : plainReply(chatTexts.ended);
}

function isWorthRepeating(error: unknown): boolean {
  return error instanceof ProblemError ? error.retryable : error instanceof ConnectionError;
}
