import type { Clock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import { newId } from '../ids/typeid.ts';
import type { EvaluationRun, EvaluationRuns, Evaluations, NotEvaluated } from '../interfaces/evaluations.ts';
import type { EvaluationId } from '../interfaces/golden-store.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';

interface Kept {
  readonly tenantId: TenantId;
  readonly packId: PackId;
  readonly stopping: AbortController;
  run: EvaluationRun;
  ended: Promise<void>;
}

export interface EvaluationRunsParts {
  readonly evaluations: Evaluations;
  readonly clock: Clock;
  /** Told of what failed in a way that nobody foresaw. */
  readonly onFailure: (error: unknown, evaluationId: EvaluationId) => void;
}

/** Of all tenants together: they share two or so processors with those who ask. */
const runningMax = 2;
/** What failed is told of for a while. */
const endedKeptMax = 100;
const askAgainSeconds = 10;
const nothingYet = { step: 'preparing', done: 0, total: 0, rightCount: 0 } as const;

export function createEvaluationRuns(parts: EvaluationRunsParts): EvaluationRuns {
  const { evaluations, clock } = parts;
  const kept = new Map<EvaluationId, Kept>();
  const starting = new Set<TenantId>();
  const running = () => [...kept.values()].filter(({ run }) => run.status === 'running');

  const find = (tenantId: TenantId, packId: PackId, evaluationId: EvaluationId): Kept | null => {
    const found = kept.get(evaluationId);
    return found?.tenantId === tenantId && found.packId === packId ? found : null;
  };

  function refuseSecond(tenantId: TenantId): void {
    const isRunning = starting.has(tenantId) || running().some((one) => one.tenantId === tenantId);
    if (isRunning || running().length + starting.size >= runningMax)
      throw new AppError('concurrency_limited', {
        detail: isRunning ? 'A tenant runs one evaluation at a time.' : 'Other evaluations are running.',
        retryAfterSeconds: askAgainSeconds,
      });
  }

  /** What is whole is found with the others from then on; what is not is told of here. */
  async function follow(one: Kept, wish: Parameters<Evaluations['evaluate']>[1]): Promise<void> {
    const end = (status: 'failed' | 'cancelled', failure: string | null) => {
      one.run = { ...one.run, status, failure };
    };
    try {
      const evaluated = await evaluations.evaluate(one.tenantId, wish);
      if (evaluated.kind !== 'evaluated') end('failed', failureOf(evaluated));
      else if (evaluated.report.status === 'partial') end('cancelled', null);
      else kept.delete(one.run.evaluationId);
    } catch (error) {
      if (one.stopping.signal.aborted) return end('cancelled', null);
      const isTold = error instanceof AppError && error.code !== 'internal';
      if (!isTold) parts.onFailure(error, one.run.evaluationId);
      end('failed', isTold ? (error.options.detail ?? error.code) : 'Something failed that should not have.');
    }
  }

  return {
    start: async (tenantId, wish) => {
      refuseSecond(tenantId);
      starting.add(tenantId);
      try {
        const fault = await evaluations.check(tenantId, wish);
        if (fault?.kind === 'unknown_pack') return null;
        if (fault !== null) throw new AppError('invalid_state', { detail: failureOf(fault) });
        const evaluationId = newId('evl', clock.nowMs());
        const stopping = new AbortController();
        const run: EvaluationRun = { evaluationId, status: 'running', progress: nothingYet, failure: null };
        const one: Kept = { tenantId, packId: wish.packId, stopping, run, ended: Promise.resolve() };
        kept.set(evaluationId, one);
        forgetOldest(kept);
        one.ended = follow(one, {
          ...wish,
          ...{ evaluationId, resumeFrom: null, atOnce: 1, signal: stopping.signal },
          onProgress: (progress) => {
            one.run = { ...one.run, progress };
          },
        });
        return one.run;
      } finally {
        starting.delete(tenantId);
      }
    },
    get: (tenantId, packId, evaluationId) => find(tenantId, packId, evaluationId)?.run ?? null,
    cancel: async (tenantId, packId, evaluationId) => {
      const found = find(tenantId, packId, evaluationId);
      if (found === null) return null;
      if (found.run.status !== 'running')
        throw new AppError('invalid_state', { detail: 'The evaluation has ended already.' });
      found.stopping.abort();
      await found.ended;
      return found.run;
    },
    close: async () => {
      for (const { stopping } of running()) stopping.abort();
      await Promise.all([...kept.values()].map(({ ended }) => ended));
    },
  };
}

function failureOf({ kind }: NotEvaluated): string {
  switch (kind) {
    case 'unknown_pack':
      return 'The content pack is gone.';
    case 'unknown_version':
      return 'There is no such version, or it is retired.';
    case 'no_questions':
      return 'The golden set of this pack has no accepted question.';
  }
}

function forgetOldest(kept: Map<EvaluationId, Kept>): void {
  for (const [id, { run }] of kept) {
    if (kept.size <= endedKeptMax) return;
    if (run.status !== 'running') kept.delete(id);
  }
}
