import { setTimeout as sleep } from 'node:timers/promises';
import { openEnvelope } from '../audit/envelope.ts';
import type { Encoder } from '../interfaces/encoder.ts';
import type { MessageId, TenantId } from '../interfaces/identity.ts';
import type { InsightStore } from '../interfaces/insight-store.ts';
import type { RecordStore } from '../interfaces/record-store.ts';
import type { GiveWay } from './create-turns.ts';
import type { Phrasing } from './group-questions.ts';
import { questionOf } from './read-messages.ts';

export interface QuestionVectorParts {
  readonly encoder: Encoder;
  readonly insights: Pick<InsightStore, 'readQuestionVectors' | 'putQuestionVectors'>;
  readonly records: Pick<RecordStore, 'getMessage'>;
  /** Whether questions are being answered: these go first. */
  readonly hasQuestions: () => boolean;
  readonly onFailure: (error: unknown) => void;
}

export interface QuestionVectors {
  /**
   * The meanings of phrasings, by their keys. A few that are not known yet are read at once; the rest is read in the
   * background, and is there the next time.
   */
  read(
    tenantId: TenantId,
    phrasings: readonly Phrasing[],
    giveWay: GiveWay,
  ): Promise<ReadonlyMap<string, Float32Array>>;
  stop(): Promise<void>;
}

/** While somebody waits. */
const atOnce = { countMax: 64, timeMs: 1_500 };
const readAtOnce = 500;
const keptAtOnce = 32;
const waitingMax = 10_000;
const questionTimeoutMs = 10_000;
/** Questions that are asked go first, but under load without end these have their turn too. */
const yieldMs = { step: 20, most: 1_000 };

export function createQuestionVectors(parts: QuestionVectorParts): QuestionVectors {
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
    for (let start = 0; start < all.length; start += readAtOnce) {
      const messageIds = all.slice(start, start + readAtOnce);
      const found = await insights.readQuestionVectors(tenantId, { encoder: encoder.name, messageIds });
      for (const [messageId, vector] of found) known.set(keyOf.get(messageId) ?? '', vector);
      await giveWay();
    }
    return known;
  }

  async function encodeSome(tenantId: TenantId, unknown: readonly Phrasing[]) {
    const encoded = new Map<string, Float32Array>();
    const kept = new Map<MessageId, Float32Array>();
    const untilMs = performance.now() + atOnce.timeMs;
    for (const { key, text, messageIds } of unknown.slice(0, atOnce.countMax)) {
      const timeoutMs = Math.floor(untilMs - performance.now());
      const [first] = messageIds;
      if (timeoutMs <= 0 || first === undefined) break;
      const vector = await encoder.encodeQuestion(text, { timeoutMs });
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

/** Holds ids alone: what was asked is read again when its turn comes. */
function createBackground({ encoder, insights, records, hasQuestions, onFailure }: QuestionVectorParts) {
  const waiting = new Map<MessageId, TenantId>();
  const stopping = new AbortController();
  let running: Promise<void> | null = null;

  async function encodeNext(): Promise<void> {
    const [tenantId] = waiting.values();
    if (tenantId === undefined) return;
    const vectors = new Map<MessageId, Float32Array>();
    for (const [messageId, owner] of waiting) {
      if (vectors.size >= keptAtOnce || stopping.signal.aborted) break;
      if (owner !== tenantId) continue;
      await letQuestionsPass(hasQuestions);
      waiting.delete(messageId);
      const stored = await records.getMessage(tenantId, messageId);
      const text = stored === null ? null : questionOf({ stored, content: openEnvelope(stored.envelope) });
      if (text === null) continue;
      const vector = await encoder.encodeQuestion(text, { timeoutMs: questionTimeoutMs });
      // It cannot now. Whoever asks for the groups again has it wait again.
      if (vector !== null) vectors.set(messageId, vector);
    }
    if (vectors.size > 0) await insights.putQuestionVectors(tenantId, { encoder: encoder.name, vectors });
  }

  async function run(): Promise<void> {
    try {
      while (waiting.size > 0 && !stopping.signal.aborted) await encodeNext();
    } catch (error) {
      waiting.clear();
      onFailure(error);
    } finally {
      running = null;
    }
  }

  return {
    add: (tenantId: TenantId, messageIds: readonly MessageId[]): void => {
      for (const messageId of messageIds) if (waiting.size < waitingMax) waiting.set(messageId, tenantId);
      if (waiting.size > 0 && !stopping.signal.aborted) running ??= run();
    },
    remove: (messageIds: readonly MessageId[]): void => {
      for (const messageId of messageIds) waiting.delete(messageId);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
}

async function letQuestionsPass(hasQuestions: () => boolean): Promise<void> {
  const untilMs = performance.now() + yieldMs.most;
  while (hasQuestions() && performance.now() < untilMs) await sleep(yieldMs.step, undefined, { ref: false });
}
