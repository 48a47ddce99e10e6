import type { EvaluationId } from '@avow/evaluation';
import type { Clock, PackId, TenantId } from '@avow/foundation';
import { AppError, newId } from '@avow/foundation';
import type { EvaluationRun, EvaluationRuns, Evaluations, NotEvaluated } from './evaluation.ts';

interface TrackedRun {
  readonly tenantId: TenantId;
  readonly packId: PackId;
  readonly stopping: AbortController;
  run: EvaluationRun;
  ended: Promise<void>;
}

export interface RunDependencies {
  readonly evaluations: Evaluations;
  readonly clock: Clock;
  /** Asks all other nodes; each answers by `answer`. */
  readonly consult: (question: string) => Promise<readonly string[]>;
  /** Called for unexpected failures. */
  readonly onFailure: (error: unknown, evaluationId: EvaluationId) => void;
}

/** For all tenants together, because evaluations compete with queries for the processors. */
const runningMax = 2;
/** Failed and cancelled runs are reported for a while. */
const endedKeptMax = 100;
const retryAfterSeconds = 10;
const nothingYet = { step: 'preparing', done: 0, total: 0, rightCount: 0 } as const;

/** What nodes ask each other: for a run, for its end, or whether a tenant has one. */
type Question = readonly [
  kind: 'get' | 'cancel' | 'running',
  tenantId: TenantId,
  packId: PackId | null,
  evaluationId: EvaluationId | null,
];

export interface SharedEvaluationRuns extends EvaluationRuns {
  /** The answer to what another node asks. */
  answer(question: string): Promise<string>;
}

const nothingHere = 'null';

export function createEvaluationRuns(parts: RunDependencies): SharedEvaluationRuns {
  const { evaluations, clock } = parts;
  const tracked = new Map<EvaluationId, TrackedRun>();
  const starting = new Set<TenantId>();
  const running = () => [...tracked.values()].filter(({ run }) => run.status === 'running');

  const find = (tenantId: TenantId, packId: PackId, evaluationId: EvaluationId): TrackedRun | null => {
    const found = tracked.get(evaluationId);
    return found?.tenantId === tenantId && found.packId === packId ? found : null;
  };

  function rejectIfBusy(tenantId: TenantId): void {
    const isRunning = isRunningHere(tenantId);
    if (isRunning || running().length + starting.size >= runningMax)
      throw new AppError('concurrency_limited', {
        detail: isRunning ? 'A tenant can run one evaluation at a time.' : 'Other evaluations are running.',
        retryAfterSeconds: retryAfterSeconds,
      });
  }

  async function cancelHere(found: TrackedRun): Promise<EvaluationRun> {
    if (found.run.status !== 'running')
      throw new AppError('invalid_state', { detail: 'The evaluation has already ended.' });
    found.stopping.abort();
    await found.ended;
    return found.run;
  }

  const isRunningHere = (tenantId: TenantId) =>
    starting.has(tenantId) || running().some((one) => one.tenantId === tenantId);

  async function askOthers(...question: Question): Promise<EvaluationRun | null> {
    const answers = await parts.consult(JSON.stringify(question));
    const [given = nothingHere] = answers.filter((answer) => answer !== nothingHere);
    return JSON.parse(given);
  }

  /** A complete run is found in the store from then on; any other outcome is tracked here. */
  async function follow(one: TrackedRun, options: Parameters<Evaluations['evaluate']>[1]): Promise<void> {
    const end = (status: 'failed' | 'cancelled', failure: string | null) => {
      one.run = { ...one.run, status, failure };
    };
    try {
      const evaluated = await evaluations.evaluate(one.tenantId, options);
      if (evaluated.kind !== 'evaluated') end('failed', failureOf(evaluated));
      else if (evaluated.report.status === 'partial') end('cancelled', null);
      else tracked.delete(one.run.evaluationId);
    } catch (error) {
      if (one.stopping.signal.aborted) return end('cancelled', null);
      const isExpected = error instanceof AppError && error.code !== 'internal';
      if (!isExpected) parts.onFailure(error, one.run.evaluationId);
      end(
        'failed',
        isExpected
          ? (error.options.detail ?? error.code)
          : 'The evaluation failed because of an internal error. See the log of the service.',
      );
    }
  }

  return {
    start: async (tenantId, options) => {
      rejectIfBusy(tenantId);
      starting.add(tenantId);
      try {
        if ((await askOthers('running', tenantId, null, null)) !== null)
          throw new AppError('concurrency_limited', {
            detail: 'A tenant can run one evaluation at a time.',
            retryAfterSeconds: retryAfterSeconds,
          });
        const fault = await evaluations.check(tenantId, options);
        if (fault?.kind === 'unknown_pack') return null;
        if (fault !== null) throw new AppError('invalid_state', { detail: failureOf(fault) });
        const evaluationId = newId('evl', clock.nowMs());
        const stopping = new AbortController();
        const run: EvaluationRun = { evaluationId, status: 'running', progress: nothingYet, failure: null };
        const one: TrackedRun = { tenantId, packId: options.packId, stopping, run, ended: Promise.resolve() };
        tracked.set(evaluationId, one);
        dropOldest(tracked);
        one.ended = follow(one, {
          ...options,
          ...{ evaluationId, resumeFrom: null, concurrency: 1, signal: stopping.signal },
          onProgress: (progress) => {
            one.run = { ...one.run, progress };
          },
        });
        return one.run;
      } finally {
        starting.delete(tenantId);
      }
    },
    get: async (tenantId, packId, evaluationId) => {
      const found = find(tenantId, packId, evaluationId);
      if (found !== null) return found.run;
      // What is complete need not be asked for.
      if ((await evaluations.get(tenantId, evaluationId)) !== null) return null;
      return await askOthers('get', tenantId, packId, evaluationId);
    },
    cancel: async (tenantId, packId, evaluationId) => {
      const found = find(tenantId, packId, evaluationId);
      if (found !== null) return await cancelHere(found);
      const there = await askOthers('get', tenantId, packId, evaluationId);
      if (there === null) return null;
      if (there.status !== 'running')
        throw new AppError('invalid_state', { detail: 'The evaluation has already ended.' });
      return await askOthers('cancel', tenantId, packId, evaluationId);
    },
    answer: async (question) => {
      const [kind, tenantId, packId, evaluationId]: Question = JSON.parse(question);
      if (kind === 'running') return isRunningHere(tenantId) ? 'true' : nothingHere;
      const found = packId && evaluationId && find(tenantId, packId, evaluationId);
      if (!found) return nothingHere;
      return JSON.stringify(kind === 'get' ? found.run : await cancelHere(found).catch(() => found.run));
    },
    close: async () => {
      for (const { stopping } of running()) stopping.abort();
      await Promise.all([...tracked.values()].map(({ ended }) => ended));
    },
  };
}

function failureOf({ kind }: NotEvaluated): string {
  switch (kind) {
    case 'unknown_pack':
      return 'The content pack no longer exists.';
    case 'unknown_version':
      return 'There is no such version, or it is retired.';
    case 'no_questions':
      return 'The golden set of this pack has no accepted question.';
  }
}

function dropOldest(tracked: Map<EvaluationId, TrackedRun>): void {
  for (const [id, { run }] of tracked) {
    if (tracked.size <= endedKeptMax) return;
    if (run.status !== 'running') tracked.delete(id);
  }
}
