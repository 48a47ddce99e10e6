import type { Clock, TenantId } from '@avow/foundation';
import { isFresh } from '@avow/foundation';
import { isInForce, type StoredGuarantee } from '../guarantee/stored-guarantee.ts';
import type { Scorer, StoredCalibration } from './confidence.ts';
import { type ConfidenceModel, checkModel, nameModel } from './confidence-model.ts';
import { evidenceOf } from './evidence-of.ts';
import { calibratedProbability, leastScore, type ScoreMaker, scoreAnswer } from './score-answer.ts';
import type { Scoring } from './scoring.ts';
import { shippedModel } from './shipped-model.ts';
import { suggestNextAction } from './suggest-next-action.ts';

/** A calibration that another process has stored is used within a second: half of it is this, half is the read. */
const keptMs = 500;
const scorersKeptMax = 1_000;

interface Kept {
  readonly scorer: Promise<Scorer>;
  readonly readAtMs: number;
}

/** Scores the answers of all tenants, each by its own calibration where it has one. */
export function createScoring(given: {
  readonly calibrations: {
    currentCalibration(tenantId: TenantId): Promise<StoredCalibration | null>;
  };
  /** Left out: nothing is guaranteed. */
  readonly guarantees?: {
    currentGuarantee(tenantId: TenantId): Promise<StoredGuarantee | null>;
  };
  readonly clock: Clock;
  /** Left out: the one that ships. */
  readonly model?: ConfidenceModel;
}): Scoring {
  const { calibrations, guarantees, clock, model = shippedModel } = given;
  const uncalibrated = { model: checkModel(model), modelName: nameModel(model), calibration: null };
  const kept = new Map<TenantId, Kept>();

  return {
    evidenceOf,
    suggestNextAction,
    inForce: (tenantId) => {
      const nowMs = clock.nowMs();
      const known = kept.get(tenantId);
      if (known !== undefined && isFresh({ ...known, keptMs }, nowMs)) return known.scorer;
      const scorer = Promise.all([
        calibrations.currentCalibration(tenantId),
        guarantees?.currentGuarantee(tenantId) ?? null,
      ]).then(([stored, guarantee]) =>
        scorerOf(withGuarantee(withCalibration(uncalibrated, stored), guarantee)),
      );
      if (kept.size >= scorersKeptMax) kept.clear();
      kept.set(tenantId, { scorer, readAtMs: nowMs });
      // What could not be read is not kept: the next query asks again.
      scorer.catch(() => kept.delete(tenantId));
      return scorer;
    },
  };
}

/** A calibration says something of the logits it was fitted on, and nothing of another model's. */
function withCalibration(maker: ScoreMaker, stored: StoredCalibration | null): ScoreMaker {
  if (stored === null || stored.fit === null || stored.model !== maker.modelName) return maker;
  const { revision, fit } = stored;
  return { ...maker, calibration: { revision, parameters: fit.parameters } };
}

/** A line is about the scores that it was shown on, and about no others. */
function withGuarantee(maker: ScoreMaker, stored: StoredGuarantee | null): ScoreMaker {
  const by = { model: maker.modelName, calibration: maker.calibration?.revision ?? null };
  return stored !== null && isInForce(stored, by)
    ? {
        ...maker,
        guarantee: { ...stored.content, sinceMs: stored.createdAtMs },
        guaranteeRevision: stored.revision,
      }
    : maker;
}

function scorerOf(maker: ScoreMaker): Scorer {
  return {
    inForce: {
      calibration: maker.calibration?.revision ?? null,
      guarantee: maker.guaranteeRevision ?? null,
    },
    score: (evidence, also) => scoreAnswer(maker, evidence, also),
    probabilityOf: (evidence) => calibratedProbability(maker, evidence),
    leastOf: (method) => leastScore(maker, method),
  };
}
