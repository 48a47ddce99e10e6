import { hash } from 'node:crypto';
import type { SampleMethod } from '@avow/contract/values';
import type { DrawableRecord, DrawnRecord } from './sample-store.ts';

/** Draws as records are shown to it, page by page: it keeps few of them. */
export interface Drawing {
  add(records: readonly DrawableRecord[]): void;
  /** How many it was shown. */
  readonly population: () => number;
  finish(): readonly DrawnRecord[];
}

/** Where a record is in the order that the seed makes: SHA-256 over both, as bytes. */
export const placeOf = (seed: string, leafHash: string) =>
  hash('sha256', Buffer.from(seed + leafHash, 'hex'), 'hex');

interface Candidate {
  readonly record: DrawableRecord;
  readonly place: string;
}

export function startDrawing({
  method,
  size,
  seed,
}: {
  readonly method: SampleMethod;
  readonly size: number;
  readonly seed: string;
}): Drawing {
  const lists = new Map<string, Best>();
  const listOf = (name: string) => {
    const found = lists.get(name) ?? createBest(size, orders[method]);
    lists.set(name, found);
    return found;
  };
  let population = 0;
  return {
    add(records) {
      for (const record of records) {
        population += 1;
        const candidate = { record, place: placeOf(seed, record.leafHash) };
        if (method === 'guardrail') for (const id of record.guardrailIds) listOf(id).offer(candidate);
        else listOf(method).offer(candidate);
      }
    },
    population: () => population,
    finish() {
      if (method === 'guardrail') return takeInTurn(lists, size);
      const [best = []] = [...lists.values()].map((list) => list.take());
      return best.map(({ record }) => ({
        messageId: record.messageId,
        reason: method === 'risk' ? riskOf(record) : method,
      }));
    },
  };
}

const risks = ['contradicted', 'flagged', 'low_confidence'] as const;

function riskOf({ isContradicted, guardrailIds }: DrawableRecord): (typeof risks)[number] {
  if (isContradicted) return 'contradicted';
  return guardrailIds.length > 0 ? 'flagged' : 'low_confidence';
}

type Order = (one: Candidate, other: Candidate) => number;

const byPlace: Order = (one, other) => (one.place < other.place ? -1 : 1);

const byRisk: Order = (one, other) =>
  risks.indexOf(riskOf(one.record)) - risks.indexOf(riskOf(other.record)) ||
  one.record.confidenceScore - other.record.confidenceScore ||
  byPlace(one, other);

const orders: Readonly<Record<SampleMethod, Order>> = { random: byPlace, guardrail: byPlace, risk: byRisk };

interface Best {
  offer(candidate: Candidate): void;
  take(): readonly Candidate[];
}

/** The first so many of all that were offered. */
function createBest(size: number, order: Order): Best {
  let kept: Candidate[] = [];
  const trim = () => {
    kept = kept.sort(order).slice(0, size);
  };
  return {
    offer(candidate) {
      kept.push(candidate);
      if (kept.length >= size * 2 + trimmedLength) trim();
    },
    take() {
      trim();
      return kept;
    },
  };
}

const trimmedLength = 1_000;

/** One of each guardrail after the other, by their ids, until there are enough. No record is drawn twice. */
function takeInTurn(lists: ReadonlyMap<string, Best>, size: number): readonly DrawnRecord[] {
  const queues = [...lists]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([reason, best]) => ({ reason, waiting: [...best.take()] }));
  const drawn = new Map<string, DrawnRecord>();
  for (let isLeft = true; isLeft; ) {
    isLeft = false;
    for (const { reason, waiting } of queues) {
      const at = waiting.findIndex(({ record }) => !drawn.has(record.messageId));
      const [next] = at === -1 ? [] : waiting.splice(0, at + 1).slice(-1);
      if (next === undefined || drawn.size === size) continue;
      const { messageId } = next.record;
      drawn.set(messageId, { messageId, reason });
      isLeft = true;
    }
  }
  return [...drawn.values()];
}
