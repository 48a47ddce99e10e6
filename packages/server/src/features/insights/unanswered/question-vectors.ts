import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageId, TenantId } from '@avow/foundation';
import { createFairQueue, type GiveWay } from '@avow/foundation/concurrency';
import type { Encoder } from '@avow/inference';
import type { RecordStore } from '../../records/record-store.ts';
import { openEnvelope } from '../../records/records.ts';
import type { InsightStore } from '../insight-store.ts';
import { questionOf } from '../visit-messages.ts';
import type { Phrasing } from './group-questions.ts';

export interface VectorDependencies {
  readonly encoder: Encoder;
  readonly insights: Pick<InsightStore, 'readQuestionVectors' | 'putQuestionVectors'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
  /** Whether queries are being answered, which have priority. */
  readonly hasQuestions: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

export interface QuestionVectors {
  /**
   * The embeddings of phrasings, by key. A few missing ones are embedded immediately; the rest is embedded in the background
   * for the next request.
   */
  read(
    tenantId: TenantId,
    phrasings: readonly Phrasing[],
    giveWay: GiveWay,
  ): Promise<ReadonlyMap<string, Float32Array>>;
  stop(): Promise<void>;
}

/** Embedded while the caller waits. */
const foreground = { countMax: 64, timeMs: 1_500 };
const readBatchSize = 500;
const backgroundBatchSize = 32;
/** Queued questions, in total and per tenant. Those beyond are queued again by the next request. */
const waitingLimits = { totalMax: 50_000, tenantMax: 10_000 };
const questionTimeoutMs = 10_000;
/** Queries have priority, but under constant load the background must still make progress. */
const yieldMs = { step: 20, most: 1_000 };

export function createQuestionVectors(parts: VectorDependencies): QuestionVectors {
  const { encoder, insights } = parts;
  const background = createBackground(parts);
  const keep = (tenantId: TenantId, vectors: ReadonlyMap<MessageId, Float32Array>) =>
    vectors.size === 0
      ? Promise.resolve()
      : insights.putQuestionVectors(tenantId, { encoder: encoder.name, vectors });

  async function readKnown(tenantId: TenantId, phrasings: readonly Phrasing[], giveWay: GiveWay) {
    const keyOf = new Map(
      phrasings.flatMap(({ key, messageIds }) => messageIds.map((id) => [id, key] as const)),
    );
    const known = new Map<string, Float32Array>();
    const all = [...keyOf.keys()];
    for (let start = 0; start < all.length; start += readBatchSize) {
      const messageIds = all.slice(start, start + readBatchSize);
      const found = await insights.readQuestionVectors(tenantId, { encoder: encoder.name, messageIds });
      for (const [messageId, vector] of found) known.set(keyOf.get(messageId) ?? '', vector);
      await giveWay();
    }
    return known;
  }

  async function encodeSome(tenantId: TenantId, unknown: readonly Phrasing[]) {
    const encoded = new Map<string, Float32Array>();
    const kept = new Map<MessageId, Float32Array>();
    const untilMs = performance.now() + foreground.timeMs;
    for (const { key, text, messageIds } of unknown.slice(0, foreground.countMax)) {
      const timeoutMs = Math.floor(untilMs - performance.now());
      const [first] = messageIds;
      if (timeoutMs <= 0 || first === undefined) break;
      const vector = await encoder.encodeQuestion(text, { timeoutMs, owner: tenantId });
      if (vector === null) break;
      encoded.set(key, vector);
      kept.set(first, vector);
    }
    await keep(tenantId, kept);
    return encoded;
  }

  return {
    read: async (tenantId, phrasings, giveWay) => {
      const known = await readKnown(tenantId, phrasings, giveWay);
      const unknown = phrasings.filter(({ key }) => !known.has(key));
      const encoded = await encodeSome(tenantId, unknown);
      background.remove(unknown.flatMap(({ key, messageIds }) => (encoded.has(key) ? messageIds : [])));
      background.add(
        tenantId,
        unknown.flatMap(({ key, messageIds: [first] }) =>
          encoded.has(key) || first === undefined ? [] : [first],
        ),
      );
      return new Map([...known, ...encoded]);
    },
    stop: background.stop,
  };
}

interface Waiting {
  readonly tenantId: TenantId;
  readonly messageId: MessageId;
}

/** Queues only ids and reads the text when it is needed. One batch per tenant at a time, round-robin. */
function createBackground({ encoder, insights, records, hasQuestions, onFailure }: VectorDependencies) {
  const queue = createFairQueue<Waiting>();
  const waiting = new Map<MessageId, Waiting>();
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  async function encodeNext(): Promise<void> {
    const tenantId = queue.peek()?.tenantId;
    if (tenantId === undefined) return;
    const vectors = new Map<MessageId, Float32Array>();
    for (let count = 0; count < backgroundBatchSize && !stopping.signal.aborted; count += 1) {
      await yieldToQueries(hasQuestions);
      const next = queue.take((_item, owner) => owner === tenantId);
      if (next === undefined) break;
      const { messageId } = next;
      waiting.delete(messageId);
      const stored = await records.getMessage(tenantId, messageId);
      const text = stored === null ? null : questionOf({ stored, content: openEnvelope(stored.envelope) });
      if (text === null) continue;
      const vector = await encoder.encodeQuestion(text, { timeoutMs: questionTimeoutMs, owner: tenantId });
      // Without a vector for now; the next request queues it again.
      if (vector !== null) vectors.set(messageId, vector);
    }
    if (vectors.size > 0) await insights.putQuestionVectors(tenantId, { encoder: encoder.name, vectors });
  }

  async function run(): Promise<void> {
    try {
      while (queue.size > 0 && !stopping.signal.aborted) await encodeNext();
    } catch (error) {
      remove([...waiting.keys()]);
      onFailure(error);
    } finally {
      running = null;
    }
  }

  function add(tenantId: TenantId, messageId: MessageId): void {
    const { totalMax, tenantMax } = waitingLimits;
    if (waiting.has(messageId) || queue.size >= totalMax || queue.sizeOf(tenantId) >= tenantMax) return;
    const item = { tenantId, messageId };
    waiting.set(messageId, item);
    queue.add(tenantId, item);
  }

  function remove(messageIds: readonly MessageId[]): void {
    for (const messageId of messageIds) {
      const item = waiting.get(messageId);
      if (item !== undefined) queue.remove(item.tenantId, item);
      waiting.delete(messageId);
    }
  }

  return {
    add: (tenantId: TenantId, messageIds: readonly MessageId[]): void => {
      for (const messageId of messageIds) add(tenantId, messageId);
      if (queue.size > 0 && !stopping.signal.aborted) running ??= run();
    },
    remove,
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
}

async function yieldToQueries(hasQuestions: () => boolean): Promise<void> {
  const untilMs = performance.now() + yieldMs.most;
  while (hasQuestions() && performance.now() < untilMs) await sleep(yieldMs.step, undefined, { ref: false });
}
