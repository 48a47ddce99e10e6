import { AppError, type Clock, type MessageId, type TenantId } from '@avow/foundation';
import type { LogStore } from '@avow/ledger';
import type { RecordStore } from '../records/record-store.ts';
import type { ReaderGroups } from '../records/records.ts';
import type { ComparedAnswer } from './compare-answers.ts';
import { planAt } from './plan-at.ts';
import { planReplay, type ReplayPlan } from './plan-replay.ts';
import type { ReplayOptions, ReplayOutcome } from './replay.ts';
import type { ReplayReport } from './replay-report.ts';

interface ReplayRequest {
  readonly messageId: MessageId;
  /** Null: as of the time of the question. */
  readonly atMs: number | null;
  /** The caller may name these: the question is asked as a member of no other. */
  readonly reader: ReaderGroups;
  readonly note: ReplayOptions['note'];
}

export interface RecordReplay {
  /** As it is on record. */
  readonly plan: ReplayPlan;
  readonly report: ReplayReport;
  readonly now: ComparedAnswer;
}

/** Questions of records that are asked again while the service answers others. */
export interface Replays {
  /** Null: there is no such message. Rejects with `concurrency_limited` if it cannot be asked now. */
  replay(tenantId: TenantId, request: ReplayRequest): Promise<RecordReplay | null>;
  close(): Promise<void>;
}

export interface ReplaysParts {
  readonly records: Pick<RecordStore, 'getRecord'>;
  readonly log: Pick<LogStore, 'listLogEvents'>;
  readonly clock: Clock;
  readonly replayMessage: (
    tenantId: TenantId,
    plan: ReplayPlan,
    options: ReplayOptions,
  ) => Promise<ReplayOutcome>;
  readonly timeoutMs?: number;
}

/** For all tenants together, because replays compete with queries for the processors. */
const runningMax = 2;
const defaultTimeoutMs = 60_000;
const retryAfterSeconds = 5;

export function createReplays({ timeoutMs = defaultTimeoutMs, ...parts }: ReplaysParts): Replays {
  const running = new Map<TenantId, Promise<unknown>>();
  const closing = new AbortController();
  return {
    replay: async (tenantId, request) => {
      if (running.has(tenantId)) throw busy('A tenant can replay one message at a time.');
      if (running.size >= runningMax) throw busy('Other messages are being replayed.');
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal]);
      const replaying = replayOne(parts, tenantId, { ...request, signal });
      running.set(tenantId, replaying);
      try {
        return await replaying;
      } catch (error) {
        if (!signal.aborted) throw error;
        throw busy('A version that is asked is not ready yet.');
      } finally {
        running.delete(tenantId);
      }
    },
    close: async () => {
      closing.abort();
      await Promise.allSettled(running.values());
    },
  };
}

async function replayOne(
  { records, log, clock, replayMessage }: Omit<ReplaysParts, 'timeoutMs'>,
  tenantId: TenantId,
  { messageId, atMs, reader, note, signal }: ReplayRequest & { readonly signal: AbortSignal },
): Promise<RecordReplay | null> {
  const record = await records.getRecord(tenantId, messageId);
  if (record === null) return null;
  const planned = planReplay(record);
  if (planned.kind === 'impossible') throw impossible(planned.why);
  const moved =
    atMs === null
      ? { plan: planned.plan, notes: [] }
      : await planAt(log, { tenantId, plan: planned.plan, atMs, nowMs: clock.nowMs() });
  const { groups, left } = groupsFor(planned.plan, reader);
  const outcome = await replayMessage(tenantId, moved.plan, {
    ...{ groups, note, signal },
    onProgress: () => undefined,
  });
  if (outcome.kind === 'impossible') throw impossible(outcome.why);
  const notes = [...moved.notes, ...outcome.report.notes, ...(left ? [leftOut] : [])];
  return { plan: planned.plan, report: { ...outcome.report, notes }, now: outcome.now };
}

const leftOut =
  'The question was asked as a member of fewer groups than are on record: of those that you may name.';

/** What is restricted to other groups does not exist for the caller, at no moment. */
function groupsFor({ groups }: ReplayPlan, reader: ReaderGroups) {
  const asked = groups ?? [];
  const named = asked.filter((group) => reader === null || reader.includes(group));
  return { groups: named, left: named.length < asked.length };
}

const impossible = (why: string) =>
  new AppError('invalid_state', { detail: `The message cannot be replayed. ${why}` });

const busy = (reason: string) =>
  new AppError('concurrency_limited', { detail: `${reason} Try again in a moment.`, retryAfterSeconds });
