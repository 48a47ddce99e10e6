import {
  answersNeeded,
  errorOfAttempt,
  isInForce,
  type StoredGuarantee,
  scoreShift,
  watchBounds,
} from '@avow/answering/guarantee';
import { roundToFourDecimals } from '@avow/answering/score';
import { type ConfidenceState, type GuaranteeRevision, guaranteeLimits } from '@avow/contract/feedback';
import { formatTime } from '@avow/contract/values';
import type { TenantId } from '@avow/foundation';
import type { GuaranteeDependencies } from './guarantee-dependencies.ts';
import { type CheckedDraw, drawToWire, readDraw } from './read-draw.ts';
import { scoredByNow } from './read-period.ts';
import { type Watched, watchGuarantee } from './watch-guarantee.ts';

/** The shares of wrong answers for which it is shown how many answers are needed. */
const sharesShown = [0.01, 0.02, 0.05, 0.1];

/** The guarantee in force or why there is none, the draw towards one, and what was seen since. */
export async function readConfidence(
  parts: GuaranteeDependencies,
  tenantId: TenantId,
): Promise<ConfidenceState> {
  const { store, guards, model } = parts;
  const [calibration, stored, draw, guard] = await Promise.all([
    store.currentCalibration(tenantId),
    store.listGuarantees(tenantId, guaranteeLimits.revisionsListed),
    readDraw(store, tenantId),
    guards.inForce(tenantId),
  ]);
  const { sinceMs: _since, ...by } = scoredByNow(model, calibration);
  const newest = stored[0] ?? null;
  const inForce = newest !== null && isInForce(newest, by) ? newest : null;
  const watched = inForce === null ? null : await watchGuarantee(parts, tenantId, inForce);
  return {
    ...by,
    high: inForce?.content.line ?? guard.bands.high,
    guarantee: inForce === null ? null : guaranteeToWire(inForce),
    reason: reasonOf({ inForce, newest, draw }),
    draw: draw === null ? null : drawToWire(draw),
    watch: watched === null || inForce === null ? null : watchToWire(watched, inForce.createdAtMs),
    needed: sharesShown.map((wrongMax) => {
      const needed = (wrong: number) => answersNeeded({ wrongMax, error: errorOfAttempt(1), wrong });
      return {
        ...{ wrong_max: wrongMax, none_wrong: needed(0) },
        ...{ one_wrong: needed(1), three_wrong: needed(3) },
      };
    }),
    revisions: stored.map(guaranteeToWire),
  };
}

function reasonOf({
  inForce,
  newest,
  draw,
}: {
  readonly inForce: StoredGuarantee | null;
  readonly newest: StoredGuarantee | null;
  readonly draw: CheckedDraw | null;
}): ConfidenceState['reason'] {
  if (inForce !== null) return 'in_force';
  // A draw that has served its guarantee says nothing of the next one.
  const isNew = draw !== null && draw.draw.drawId !== newest?.drawId;
  if (isNew) return draw.shown === null ? 'too_few_checked' : 'ready';
  if (newest === null) return 'never_drawn';
  return newest.state === 'ended' ? 'ended' : 'lapsed';
}

function guaranteeToWire(stored: StoredGuarantee): GuaranteeRevision {
  const { content, state, cause, revision } = stored;
  return {
    ...{ revision, state, cause },
    ...{ wrong_max: content.wrongMax, level: content.level, line: content.line },
    ...{ answers: content.answers, wrong: content.wrong },
    wrong_at_most: roundToFourDecimals(content.wrongAtMost),
    ...{ from: formatTime(content.fromMs), to: formatTime(content.untilMs) },
    ...{ high_before: content.highBefore, high_after: content.highAfter },
    created_at: formatTime(stored.createdAtMs),
    created_by: stored.createdBy,
  };
}

function watchToWire(
  { checked, reported, scores, cause }: Watched,
  sinceMs: number,
): NonNullable<ConfidenceState['watch']> {
  return {
    ...{ checked, reported, cause },
    score_shift: Math.min(1, roundToFourDecimals(scoreShift(scores.before, scores.since))),
    expires_at: formatTime(sinceMs + watchBounds.ageMaxMs),
  };
}
