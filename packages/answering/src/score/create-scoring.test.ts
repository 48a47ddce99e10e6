import type { TenantId } from '@avow/foundation';
import { describe, expect, it } from 'vitest';
import type { Evidence, ScoreRules, StoredCalibration } from './confidence.ts';
import { nameModel } from './confidence-model.ts';
import { createScoring } from './create-scoring.ts';
import { shippedModel } from './shipped-model.ts';
import { quotedDraft } from './test-support/drafts.ts';

const tenantId: TenantId = 'ten_1';
const rules: ScoreRules = {
  bands: { high: 0.8, medium: 0.5 },
  riskLevel: 0.2,
  caps: { degraded: 0.6, failed_open: 0.6, unsupported: 0.4, conflicting_sources: 0.5 },
};
const also = { capCauses: new Set<never>(), isTranslated: false, rules };
const evidence: Evidence = { method: 'extractive', toolScore: 0.7, features: { match: 1 } };

function calibration(revision: number, given: Partial<StoredCalibration> = {}): StoredCalibration {
  return {
    revision,
    model: nameModel(shippedModel),
    fit: {
      parameters: { offset: -1, slope: 0.5, methods: {} },
      exampleCount: 60,
      ...{ rightCount: 30, authorCount: 9, callerCount: 1 },
      logLoss: { with: 0.5, without: 0.6 },
    },
    createdAtMs: 0,
    createdBy: null,
    cause: 'accepted',
    ...given,
  };
}

/** A store whose one calibration, and whether it can be read, is set from outside. */
function openScoring() {
  const state = { nowMs: 0, stored: null as StoredCalibration | null, fails: false, reads: 0 };
  const scoring = createScoring({
    clock: { nowMs: () => state.nowMs },
    calibrations: {
      currentCalibration: async () => {
        state.reads += 1;
        if (state.fails) throw new Error('The store is away');
        return state.stored;
      },
    },
  });
  const explain = async (of: TenantId = tenantId) => {
    const { score, explanation } = (await scoring.inForce(of)).score(evidence, also);
    return { score, calibration: explanation.calibration, model: explanation.model };
  };
  return { state, scoring, explain };
}

describe('createScoring', () => {
  it('scores by the shipped model if a tenant has no calibration', async () => {
    const { explain } = openScoring();
    expect(await explain()).toMatchObject({ calibration: null, model: nameModel(shippedModel) });
  });

  it('scores by the calibration of the tenant, and derives the lowest score from it', async () => {
    const { state, explain, scoring } = openScoring();
    const plain = await explain();
    const least = (await scoring.inForce(tenantId)).leastOf('generative_tier_1');
    state.nowMs = 1_000;
    state.stored = calibration(4);
    const calibrated = await explain();
    expect(calibrated.calibration).toBe(4);
    expect(calibrated.score).toBeLessThan(plain.score);
    expect((await scoring.inForce(tenantId)).leastOf('generative_tier_1')).not.toBe(least);
  });

  it.each([
    ['was fitted on another model', { model: 'avow-confidence-00000000' }],
    ['says that the model is to be used as it is', { fit: null }],
  ])('ignores a calibration that %s', async (_, given) => {
    const { state, explain } = openScoring();
    state.stored = calibration(2, given);
    expect((await explain()).calibration).toBeNull();
  });

  it('reads at most once in half a second, and uses a new calibration within one second', async () => {
    const { state, explain } = openScoring();
    await Promise.all([explain(), explain(), explain()]);
    expect(state.reads).toBe(1);
    state.stored = calibration(1);
    state.nowMs = 499;
    expect((await explain()).calibration).toBeNull();
    state.nowMs = 500;
    expect((await explain()).calibration).toBe(1);
    expect(state.reads).toBe(2);
    // The clock was set back.
    state.stored = calibration(2);
    state.nowMs = 0;
    expect((await explain()).calibration).toBe(2);
  });

  it('separates tenants, and does not cache all of them for ever', async () => {
    const { state, explain } = openScoring();
    for (let at = 0; at < 1_000; at += 1) await explain(`ten_${at}`);
    expect(state.reads).toBe(1_000);
    await explain('ten_0');
    expect(state.reads).toBe(1_000);
    await explain('ten_further');
    await explain('ten_0');
    expect(state.reads).toBe(1_002);
  });

  it('reads again after a failed read', async () => {
    const { state, explain } = openScoring();
    state.fails = true;
    await expect(explain()).rejects.toThrow('The store is away');
    state.fails = false;
    expect((await explain()).calibration).toBeNull();
  });

  it('rejects a model that could not compute a score', () => {
    const clock = { nowMs: () => 0 };
    const calibrations = { currentCalibration: async () => null };
    const model = { ...shippedModel, usual: Number.NaN };
    expect(() => createScoring({ clock, calibrations, model })).toThrow(RangeError);
  });

  it('derives evidence from drafts, and suggests the next action', () => {
    const { scoring } = openScoring();
    expect(scoring.evidenceOf(quotedDraft({}), { question: 'Is it?', tier: 4 }).method).toBe('curated_exact');
    expect(scoring.suggestNextAction({ kind: 'failed' })).toBe('retry_later');
  });
});
