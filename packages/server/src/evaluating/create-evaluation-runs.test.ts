import { describe, expect, it } from 'vitest';
import { systemClock } from '../clock/clock.ts';
import { AppError } from '../errors/app-error.ts';
import type { Evaluated, Evaluations, EvaluationWish } from '../interfaces/evaluations.ts';
import type { PackId, TenantId } from '../interfaces/identity.ts';
import { compareInTurns } from './compare-evaluations.ts';
import { createEvaluationRuns } from './create-evaluation-runs.ts';
import { evaluationReport } from './test-support/golden-samples.ts';

const packId: PackId = 'pack_1';
const wish = { packId, subject: 'draft', tier: null, policy: null, createdBy: null } as const;
const [one, two, three]: readonly TenantId[] = ['ten_1', 'ten_2', 'ten_3'];

/** Evaluations that end when the test says so, or when they are called off. */
function createScripted() {
  const begun: {
    wish: EvaluationWish;
    end: (evaluated: Evaluated) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const evaluations: Evaluations = {
    check: async (_, { packId: wanted }) => (wanted === packId ? null : { kind: 'unknown_pack' }),
    evaluate: (_, given) =>
      new Promise((resolve, reject) => {
        begun.push({ wish: given, end: resolve, fail: reject });
        given.signal.addEventListener('abort', () => reject(given.signal.reason));
      }),
    compare: compareInTurns,
    get: async () => null,
    list: async () => null,
  };
  const failures: unknown[] = [];
  const runs = createEvaluationRuns({
    ...{ evaluations, clock: systemClock },
    onFailure: (error) => void failures.push(error),
  });
  return { runs, begun, failures };
}

async function start(runs: ReturnType<typeof createScripted>['runs'], tenantId: TenantId = 'ten_1') {
  const run = await runs.start(tenantId, wish);
  if (run === null) throw new Error('it did not begin');
  return run.evaluationId;
}

describe('evaluations that nobody waits for', () => {
  it('are one of a tenant and two in all, and another begins once one has ended', async () => {
    const { runs, begun } = createScripted();
    const first = await start(runs, one);
    await start(runs, two);
    for (const tenantId of [one, three])
      await expect(runs.start(tenantId as TenantId, wish)).rejects.toMatchObject({
        code: 'concurrency_limited',
      });
    begun[0]?.end({ kind: 'evaluated', report: evaluationReport([]) });
    await expect.poll(() => runs.get(one as TenantId, packId, first)).toBeNull();
    await start(runs, three);
    await runs.close();
  });

  it('are begun of one tenant once, however many ask at the same moment', async () => {
    const { runs, begun } = createScripted();
    const asked = await Promise.allSettled([start(runs), start(runs), start(runs)]);
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(begun).toHaveLength(1);
    await runs.close();
  });

  it('tell how far they are, to their tenant alone, and why they failed', async () => {
    const { runs, begun, failures } = createScripted();
    const id = await start(runs);
    begun[0]?.wish.onProgress({ step: 'asking', done: 3, total: 9, rightCount: 2 });
    expect(runs.get('ten_1', packId, id)).toMatchObject({ status: 'running', progress: { done: 3 } });
    expect([runs.get('ten_2', packId, id), runs.get('ten_1', 'pack_2', id)]).toEqual([null, null]);
    expect(await runs.cancel('ten_2', packId, id)).toBeNull();
    begun[0]?.fail(new AppError('pack_conflict', { detail: 'The draft was changed.' }));
    await expect.poll(() => runs.get('ten_1', packId, id)?.failure).toBe('The draft was changed.');
    const other = await start(runs);
    begun[1]?.fail(new Error('a secret'));
    await expect.poll(() => runs.get('ten_1', packId, other)?.status).toBe('failed');
    expect(runs.get('ten_1', packId, other)?.failure).not.toContain('secret');
    expect(failures).toHaveLength(1);
    const gone = await start(runs);
    begun[2]?.end({ kind: 'unknown_version' });
    await expect.poll(() => runs.get('ten_1', packId, gone)?.failure).toContain('retired');
    await runs.close();
  });

  it('end when they are called off, and when the service does', async () => {
    const { runs } = createScripted();
    const id = await start(runs);
    expect((await runs.cancel('ten_1', packId, id))?.status).toBe('cancelled');
    await expect(runs.cancel('ten_1', packId, id)).rejects.toMatchObject({ code: 'invalid_state' });
    const last = await start(runs);
    await runs.close();
    expect(runs.get('ten_1', packId, last)?.status).toBe('cancelled');
    expect(await runs.start('ten_1', { ...wish, packId: 'pack_2' })).toBeNull();
  });
});
