import {
  type CalibrationEntry,
  calibrationSchema,
  defaultScopes,
  messageSchema,
  type RefitEntry,
  refitSchema,
} from '@avow/contract';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spread } from '../../src/feedback/test-support/open-labels.ts';
import { feedbackClient, refusalOf } from '../support/feedback-client.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const things = [
  'printer',
  'projector',
  'safe',
  'samovar',
  'scanner',
  'shredder',
  'telescope',
  'weaving loom',
];
const pack = {
  'rooms.md': things
    .map((thing, at) => `## ${thing}\n\nThe ${thing} stands in room ${at + 10}.\n`)
    .join('\n'),
  'pairs.qna.json': JSON.stringify([{ question: 'Where is the canteen?', answer: 'On the second floor.' }]),
};
const questionOf = (at: number) => `Where does the ${things[at % things.length]} stand?`;

let nowMs = Date.UTC(2026, 5, 1);
let service: TestService;

beforeAll(async () => {
  service = await startTestService({ clock: { nowMs: () => nowMs } });
});

afterAll(() => service.close());

/** A tenant with a pack of its own, as a client that asks and calibrates sees it. */
async function createTenant(name: string) {
  const tenantId: TenantId = await service.createTenant(name);
  const key = await service.createKey(tenantId, { scopes: [...defaultScopes, 'guardrails:manage'] });
  await service.loadPack(tenantId, pack);
  const feedback = feedbackClient(service, key);
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
    service.app.http.inject({ method, url: path, headers: { authorization: `Bearer ${key}` } });
  return {
    key,
    call,
    /** Asks so many questions, of which so many are said to be answered right, by so many people in turn. */
    label: async (rightCount: number, count: number, peopleCount = 8) => {
      for (const [at, isRight] of spread(rightCount, count).entries()) {
        const { message_id } = await service.ask(key, { prompt: questionOf(at) });
        const verdict = isRight ? 'right' : at % 2 === 0 ? 'wrong' : 'partly';
        await feedback.give(message_id, { verdict, end_user_id: `user ${at % peopleCount}` });
        nowMs += 10;
      }
    },
    /** How an answer is scored once whatever was kept of the scoring has run out. */
    scored: async (prompt = questionOf(0)) => {
      nowMs += 1_000;
      const { message_id, confidence } = await service.ask(key, { prompt });
      const read = messageSchema.parse((await service.get(key, `/v1/messages/${message_id}`)).json());
      expect(read.confidence).toEqual(confidence);
      return { score: confidence.score, explanation: read.confidence_explanation };
    },
    state: async (): Promise<CalibrationEntry> =>
      calibrationSchema.parse((await call('GET', '/v1/calibration')).json()),
    refit: async (): Promise<RefitEntry> =>
      refitSchema.parse((await call('POST', '/v1/calibration/refit')).json()),
    reset: async (): Promise<CalibrationEntry> =>
      calibrationSchema.parse((await call('DELETE', '/v1/calibration')).json()),
  };
}

describe('calibrating by feedback', () => {
  it('moves scores towards the labels within a second, and back', async () => {
    const [doubted, trusted, other] = [
      await createTenant('doubted'),
      await createTenant('trusted'),
      await createTenant('other'),
    ];
    const shipped = await other.scored();
    expect(shipped.explanation).toMatchObject({ calibration: null });
    await doubted.label(14, 80);
    await trusted.label(88, 100);
    // Labels alone move nothing.
    expect((await doubted.scored()).score).toBe(shipped.score);
    const fitted = await doubted.refit();
    expect(fitted).toMatchObject({
      outcome: 'fitted',
      detail: 'The calibration was fitted on 80 labelled answers and is in force as revision 1.',
      calibration: {
        ...{
          active_revision: 1,
          automatic: true,
          labels: { count: 80, usable: 80, right: 14, wrong: 66, since_fit: 0 },
        },
        revisions: [{ revision: 1, fit: { example_count: 80, right_count: 14 } }],
      },
    });
    expect(await doubted.state()).toEqual(fitted.calibration);
    expect((await trusted.refit()).outcome).toBe('fitted');

    const lowered = await doubted.scored();
    const raised = await trusted.scored();
    expect(lowered.score).toBeLessThan(shipped.score);
    expect(raised.score).toBeGreaterThan(shipped.score);
    for (const { explanation } of [lowered, raised]) {
      expect(explanation).toMatchObject({ calibration: 1, model: shipped.explanation?.model });
      expect(explanation?.factors.map(({ feature }) => feature)).toContain('calibration');
    }
    expect(await other.scored()).toEqual(shipped);

    const back = await doubted.reset();
    expect(back).toMatchObject({
      active_revision: null,
      automatic: false,
      revisions: [{ revision: 2, fit: null }, {}],
    });
    expect(await doubted.scored()).toEqual(shipped);
    // A second reset changes nothing, and returns the calibration again.
    expect(await doubted.reset()).toEqual(back);
    expect((await doubted.refit()).calibration).toMatchObject({ active_revision: 3, automatic: true });
    expect(await doubted.scored()).toEqual({
      score: lowered.score,
      explanation: { ...lowered.explanation, calibration: 3 },
    });
  });

  it('moves the scores of labelled answers most', async () => {
    const tenant = await createTenant('curated');
    const before = { read: await tenant.scored(), curated: await tenant.scored('Where is the canteen?') };
    await tenant.label(14, 80);
    await tenant.refit();
    const after = { read: await tenant.scored(), curated: await tenant.scored('Where is the canteen?') };
    const moved = (name: 'read' | 'curated') => before[name].score - after[name].score;
    expect(moved('curated')).toBeGreaterThanOrEqual(0);
    expect(moved('read')).toBeGreaterThan(2 * moved('curated'));
  });

  it('reports how many labels exist and are needed, and changes nothing', async () => {
    const tenant = await createTenant('young');
    expect(await tenant.state()).toMatchObject({
      ...{ active_revision: null, automatic: true, revisions: [] },
      labels: { count: 0, usable: 0, right: 0, wrong: 0, since_fit: 0 },
      needed: { usable: 60, right: 12, wrong: 12 },
    });
    await tenant.label(4, 20);
    const { outcome, detail, calibration } = await tenant.refit();
    expect([outcome, detail]).toEqual([
      'too_few',
      'There are 20 labelled answers to fit on, 4 right and 16 wrong; at least 60 are needed, with 12 right and 12 wrong.',
    ]);
    expect(calibration).toMatchObject({ active_revision: null, revisions: [] });
  });

  it('weights the labels of one person at most one fifth', async () => {
    const tenant = await createTenant('one voice');
    await tenant.label(14, 80, 1);
    expect((await tenant.refit()).calibration).toMatchObject({
      labels: { count: 80, usable: 0 },
      active_revision: null,
    });
  });

  it('keeps the calibration if a fit does not improve it', async () => {
    const tenant = await createTenant('content');
    // Every fifth answer is wrong: all of those are held out at once, and the others do not predict them.
    await tenant.label(64, 80);
    const { outcome, detail, calibration } = await tenant.refit();
    expect([outcome, calibration.active_revision]).toEqual(['not_better', null]);
    expect(detail).toMatch(/^A fit on 80 labelled answers does not improve the held-out ones/);
  });
});

describe('who may calibrate', () => {
  it('is a key with guardrails:manage, for its own tenant', async () => {
    const tenant = await createTenant('scopes');
    const asker = await service.createKey(await service.createTenant('asks'));
    for (const [method, path] of [
      ['GET', '/v1/calibration'],
      ['POST', '/v1/calibration/refit'],
      ['DELETE', '/v1/calibration'],
    ] as const) {
      const headers = { authorization: `Bearer ${asker}` };
      const refused = await service.app.http.inject({ method, url: path, headers });
      expect(refusalOf(refused)).toEqual(['insufficient_scope']);
    }
    const stranger = await createTenant('stranger');
    await stranger.reset();
    expect(await tenant.state()).toMatchObject({ automatic: true, revisions: [] });
  });

  it('refuses non-empty bodies', async () => {
    const { key } = await createTenant('strict');
    const refused = await service.app.http.inject({
      ...{ method: 'POST', url: '/v1/calibration/refit', headers: { authorization: `Bearer ${key}` } },
      payload: { force: true },
    });
    expect(refusalOf(refused)).toEqual(['validation_failed', '/force']);
  });
});
