import type { CalibrationEntry, RefitEntry } from '@avow/contract/feedback';
import { defaultScopes } from '@avow/contract/roles';
import { logEventPageSchema, messageSchema } from '@avow/contract/testing';
import { calibrationSchema, refitSchema } from '@avow/contract/testing/administration';
import type { TenantId } from '@avow/foundation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spread } from '../../src/features/feedback/test-support/open-labels.ts';
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
  const key = await service.createKey(tenantId, {
    scopes: [...defaultScopes, 'guardrails:manage', 'log:read'],
  });
  await service.loadPack(tenantId, pack);
  const feedback = feedbackClient(service, key);
  const call = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    service.app.http.inject({
      ...{ method, url: path, headers: { authorization: `Bearer ${key}` } },
      ...(body === undefined ? {} : { payload: body }),
    });
  const calibrationOf = (response: { json(): unknown }) => calibrationSchema.parse(response.json());
  return {
    key,
    call,
    /** Asks so many questions, of which so many are said to be answered right, by so many people in turn. */
    label: async (rightCount: number, count: number, peopleCount = 8) => {
      for (const [at, isRight] of spread(rightCount, count).entries()) {
        const { message_id } = await service.ask(key, { prompt: questionOf(at) });
        const verdict = isRight ? 'right' : at % 2 === 0 ? 'wrong' : 'partly';
        await feedback.give(message_id, { verdict, end_user_id: `user ${at % peopleCount}` });
        // Few of a day, so that all of them count.
        nowMs += 3_600_000;
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
    /** Accepts, dismisses or reverts. */
    settle: async (how: 'accept' | 'dismiss' | 'revert', body: object): Promise<CalibrationEntry> =>
      calibrationOf(await call('POST', `/v1/calibration/${how}`, body)),
    /** Fits, and accepts what is proposed. */
    calibrate: async (): Promise<CalibrationEntry> => {
      const { calibration } = refitSchema.parse((await call('POST', '/v1/calibration/refit')).json());
      const proposal_id = calibration.proposal?.id;
      return calibrationOf(await call('POST', '/v1/calibration/accept', { proposal_id }));
    },
    /** What was done to the calibration, oldest first. */
    events: async () => {
      const found = await service.get(key, '/v1/log/events?kind=calibration&limit=100');
      const { data } = logEventPageSchema.parse(found.json());
      return data.map(({ action, actor }) => `${action} by ${actor}`).reverse();
    },
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
    const { outcome, detail, calibration: shown } = await doubted.refit();
    expect([outcome, detail]).toEqual([
      'proposed',
      `A fit on 80 labelled answers is proposed. It changes no score by more than ${shown.proposal?.largest_change}, and nothing until it is applied.`,
    ]);
    expect(shown).toMatchObject({
      ...{ active_revision: null, automatic: true, revisions: [] },
      labels: { count: 80, visitors: 0, usable: 80, right: 14, wrong: 66 },
      proposal: {
        kind: 'fit',
        fit: { example_count: 80, right_count: 14, author_count: 8, key_count: 1 },
        // Too much to change without a person.
        applies_at: null,
      },
    });
    expect(await doubted.state()).toEqual(shown);
    // Neither does a proposal, which shows what it would do.
    expect((await doubted.scored()).score).toBe(shipped.score);
    const [recent] = (await doubted.state()).proposal?.scores ?? [];
    expect(recent?.before).toBe(shipped.score);
    const accepted = await doubted.settle('accept', { proposal_id: shown.proposal?.id });
    expect(accepted).toMatchObject({
      ...{ active_revision: 1, automatic: true, proposal: null, labels: { since_fit: 0 } },
      revisions: [{ revision: 1, cause: 'accepted', fit: { example_count: 80, right_count: 14 } }],
    });
    expect((await doubted.scored()).score).toBe(recent?.after);
    expect((await trusted.calibrate()).active_revision).toBe(1);

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
    // From now on everything waits for a person.
    expect((await doubted.refit()).calibration).toMatchObject({ active_revision: null, automatic: false });
    expect(await doubted.calibrate()).toMatchObject({ active_revision: 3, automatic: true });
    expect(await doubted.scored()).toEqual({
      score: lowered.score,
      explanation: { ...lowered.explanation, calibration: 3 },
    });
  });

  it('moves the scores of labelled answers most', async () => {
    const tenant = await createTenant('curated');
    const before = { read: await tenant.scored(), curated: await tenant.scored('Where is the canteen?') };
    await tenant.label(14, 80);
    await tenant.calibrate();
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

describe('settling a proposal', () => {
  it('accepts it, reverts it and dismisses the next, each on the log', async () => {
    const tenant = await createTenant('changes');
    const shipped = await tenant.scored();
    await tenant.label(14, 80);
    const first = (await tenant.refit()).calibration.proposal;
    await tenant.settle('accept', { proposal_id: first?.id });
    const lowered = await tenant.scored();
    expect(lowered.score).toBeLessThan(shipped.score);

    const reverted = await tenant.settle('revert', {});
    expect(reverted).toMatchObject({ active_revision: null, automatic: false });
    expect(reverted.revisions[0]).toMatchObject({ revision: 2, cause: 'reverted', fit: null });
    expect((await tenant.scored()).score).toBe(shipped.score);
    // Any revision can be restored, also the one that was reverted.
    expect(await tenant.settle('revert', { revision: 1 })).toMatchObject({ active_revision: 3 });
    expect((await tenant.scored()).score).toBe(lowered.score);

    await tenant.label(1, 20);
    const next = (await tenant.refit()).calibration.proposal;
    expect(next?.applies_at).toBeNull();
    const kept = await tenant.settle('dismiss', { proposal_id: next?.id });
    expect(kept).toMatchObject({ active_revision: 4, automatic: false, proposal: null });
    expect(kept.revisions[0]).toMatchObject({ cause: 'dismissed', fit: kept.revisions[1]?.fit });
    expect((await tenant.scored()).score).toBe(lowered.score);
    const by = kept.revisions[0]?.created_by;
    expect(await tenant.events()).toEqual(
      ['proposed', 'accepted', 'reverted', 'reverted', 'proposed', 'dismissed'].map(
        (one) => `${one} by ${by}`,
      ),
    );
  });

  it('refuses what is not proposed, and revisions that do not exist, and changes nothing', async () => {
    const tenant = await createTenant('refusals');
    const refused = async (how: string, body: object) =>
      refusalOf(await tenant.call('POST', `/v1/calibration/${how}`, body));
    const proposal_id = 'cal_01jd7e4m6p8r0t2v4x6z8b0d2f';
    for (const how of ['accept', 'dismiss']) {
      expect(await refused(how, { proposal_id })).toEqual(['invalid_state']);
      expect(await refused(how, { proposal_id: 'msg_1' })).toEqual(['validation_failed', '/proposal_id']);
      expect(await refused(how, {})).toEqual(['validation_failed', '/proposal_id']);
    }
    expect(await refused('revert', {})).toEqual(['invalid_state']);
    expect(await refused('revert', { revision: -1 })).toEqual(['validation_failed', '/revision']);
    await tenant.reset();
    expect(await refused('revert', { revision: 7 })).toEqual(['invalid_state']);
    expect((await tenant.state()).revisions).toHaveLength(1);
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
      ['POST', '/v1/calibration/accept'],
      ['POST', '/v1/calibration/dismiss'],
      ['POST', '/v1/calibration/revert'],
      ['POST', '/v1/guardrails/thresholds/accept'],
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
