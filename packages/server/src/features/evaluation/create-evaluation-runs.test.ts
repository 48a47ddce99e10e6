import { compareCooperatively } from '@avow/evaluation';
import { evaluationReport } from '@avow/evaluation/testing';
import type { PackId, TenantId } from '@avow/foundation';
import { AppError, systemClock } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import { createEvaluationRuns } from './create-evaluation-runs.ts';
import type { Evaluated, EvaluationOptions, Evaluations } from './evaluation.ts';

const packId: PackId = 'pack_1';
const options = { packId, subject: 'draft', tier: null, policy: null, createdBy: null } as const;
const [one, two, three]: readonly TenantId[] = ['ten_1', 'ten_2', 'ten_3'];

/** Evaluations that end when the test says so, or when they are cancelled. */
function createScripted(consult: (question: string) => Promise<readonly string[]> = async () => []) {
  const begun: {
    options: EvaluationOptions;
    end: (evaluated: Evaluated) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const evaluations: Evaluations = {
    check: async (_, { packId: wanted }) => (wanted === packId ? null : { kind: 'unknown_pack' }),
    evaluate: (_, given) =>
      new Promise((resolve, reject) => {
        begun.push({ options: given, end: resolve, fail: reject });
        given.signal.addEventListener('abort', () => reject(given.signal.reason));
      }),
    compare: compareCooperatively,
    get: async () => null,
    list: async () => null,
  };
  const failures: unknown[] = [];
  const runs = createEvaluationRuns({
    ...{ evaluations, clock: systemClock, consult },
    onFailure: (error) => void failures.push(error),
  });
  return { runs, begun, failures };
}

async function start(runs: ReturnType<typeof createScripted>['runs'], tenantId: TenantId = 'ten_1') {
  const run = await runs.start(tenantId, options);
  if (run === null) throw new Error('it did not start');
  return run.evaluationId;
}

describe('createEvaluationRuns', () => {
  it('runs one evaluation per tenant and two in total, and another once one has ended', async () => {
    const { runs, begun } = createScripted();
    const first = await start(runs, one);
    await start(runs, two);
    for (const tenantId of [one, three])
      await expect(runs.start(tenantId as TenantId, options)).rejects.toMatchObject({
        code: 'concurrency_limited',
      });
    begun[0]?.end({ kind: 'evaluated', report: evaluationReport([]) });
    await expect.poll(() => runs.get(one as TenantId, packId, first)).toBeNull();
    await start(runs, three);
    await runs.close();
  });

  it('starts only one of several concurrent requests of a tenant', async () => {
    const { runs, begun } = createScripted();
    const asked = await Promise.allSettled([start(runs), start(runs), start(runs)]);
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(begun).toHaveLength(1);
    await runs.close();
  });

  it('reports progress and failures to the tenant only', async () => {
    const { runs, begun, failures } = createScripted();
    const id = await start(runs);
    begun[0]?.options.onProgress({ step: 'asking', done: 3, total: 9, rightCount: 2 });
    expect(await runs.get('ten_1', packId, id)).toMatchObject({ status: 'running', progress: { done: 3 } });
    expect([await runs.get('ten_2', packId, id), await runs.get('ten_1', 'pack_2', id)]).toEqual([
      null,
      null,
    ]);
    expect(await runs.cancel('ten_2', packId, id)).toBeNull();
    begun[0]?.fail(new AppError('pack_conflict', { detail: 'The draft was changed.' }));
    await expect
      .poll(async () => (await runs.get('ten_1', packId, id))?.failure)
      .toBe('The draft was changed.');
    const other = await start(runs);
    begun[1]?.fail(new Error('a secret'));
    await expect.poll(async () => (await runs.get('ten_1', packId, other))?.status).toBe('failed');
    expect((await runs.get('ten_1', packId, other))?.failure).not.toContain('secret');
    expect(failures).toHaveLength(1);
    const gone = await start(runs);
    begun[2]?.end({ kind: 'unknown_version' });
    await expect.poll(async () => (await runs.get('ten_1', packId, gone))?.failure).toContain('retired');
    await runs.close();
  });

  it('cancels a run on request and on shutdown', async () => {
    const { runs } = createScripted();
    const id = await start(runs);
    expect((await runs.cancel('ten_1', packId, id))?.status).toBe('cancelled');
    await expect(runs.cancel('ten_1', packId, id)).rejects.toMatchObject({ code: 'invalid_state' });
    const last = await start(runs);
    await runs.close();
    expect((await runs.get('ten_1', packId, last))?.status).toBe('cancelled');
    expect(await runs.start('ten_1', { ...options, packId: 'pack_2' })).toBeNull();
  });
});

it('finds and cancels the run of another node, and starts no second one of its tenant', async () => {
  const here = createScripted();
  const there = createScripted(async (question) => [await here.runs.answer(question)]);
  const id = await start(here.runs);
  expect(await there.runs.get('ten_1', packId, id)).toMatchObject({ evaluationId: id, status: 'running' });
  expect(await there.runs.get('ten_2', packId, id)).toBeNull();
  await expect(there.runs.start('ten_1', options)).rejects.toMatchObject({ code: 'concurrency_limited' });
  expect(await there.runs.cancel('ten_1', packId, id)).toMatchObject({ status: 'cancelled' });
  await expect(there.runs.cancel('ten_1', packId, id)).rejects.toMatchObject({ code: 'invalid_state' });
  await start(there.runs);
  await there.runs.close();
});
