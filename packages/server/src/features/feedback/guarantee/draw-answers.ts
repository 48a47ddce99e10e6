import { randomInt } from 'node:crypto';
import {
  answersNeeded,
  countByScore,
  errorOfAttempt,
  planLines,
  type ScoredBy,
} from '@avow/answering/guarantee';
import { AppError, type CallerId, newId, type TenantId } from '@avow/foundation';
import { openEnvelope } from '../../records/records.ts';
import type { GuaranteeDependencies } from './guarantee-dependencies.ts';
import type { DrawnAnswer } from './guarantee-store.ts';
import { type PeriodAnswer, readPeriod, scoredByNow } from './read-period.ts';

/** No line is below this score: there, the band `high` would say nothing. */
const floor = 0.5;
/** A draw is from the newest of so many messages. */
const messagesMax = 50_000;
const dayMs = 86_400_000;

export interface DrawRequest {
  readonly wrongMax: number;
  readonly count: number;
  readonly days: number;
  readonly by: CallerId;
}

/** Draws answers at random, and settles which lines will be tested, and in which order. */
export async function drawAnswers(
  parts: GuaranteeDependencies,
  tenantId: TenantId,
  { wrongMax, count, days, by: createdBy }: DrawRequest,
): Promise<void> {
  const { store, insights, model, nowMs } = parts;
  const untilMs = nowMs();
  const { sinceMs, ...by } = scoredByNow(model, await store.currentCalibration(tenantId));
  const period = { fromMs: Math.max(untilMs - days * dayMs, sinceMs), untilMs };
  const { answers, fromMs } = await readPeriod(insights, tenantId, { period, messagesMax });
  const above = answers.filter(({ score }) => score >= floor);
  const attempt = 1 + (await store.countDraws(tenantId, await seriesStart(parts, tenantId)));
  const error = errorOfAttempt(attempt);
  const scores = above.map(({ score }) => score);
  const lines = planLines({ scores, count, floor, wrongMax, error });
  if (lines.length === 0) throw tooFew(above.length, answersNeeded({ wrongMax, error }));
  const drawn = await takeAtRandom(parts, tenantId, { from: above, count, by });
  const createdAtMs = nowMs();
  const content = {
    ...{ wrongMax, attempt, fromMs, untilMs, lines },
    ...{ answers: answers.length, high: answers.filter(({ band }) => band === 'high').length },
    scores: countByScore(answers.map(({ score }) => score)),
    count: drawn.length,
    drawnAbove: lines.map(({ line }) => drawn.filter(({ score }) => score >= line).length),
  };
  const draw = { drawId: newId('drw', createdAtMs), ...by, content, createdAtMs, createdBy };
  await store.putDraw(tenantId, draw, drawn);
}

/** Draws after this share the error of one guarantee. */
async function seriesStart(
  { store }: Pick<GuaranteeDependencies, 'store'>,
  tenantId: TenantId,
): Promise<number> {
  const guarantees = await store.listGuarantees(tenantId, guaranteesSearchedMax);
  return guarantees.find(({ state }) => state === 'in_force')?.createdAtMs ?? 0;
}

/** One that ended is followed by no other that ended. */
const guaranteesSearchedMax = 2;

function tooFew(found: number, needed: number): AppError {
  return new AppError('invalid_state', {
    detail: `There are ${found} answers with a score of ${floor} or more to draw from. At least ${needed} of them have to be drawn and found right for such a guarantee: draw more, from more days, or allow more wrong answers.`,
  });
}

/** Answers that no model has read are never in the band `high`, and those that were scored otherwise say nothing of it. */
async function takeAtRandom(
  { records }: Pick<GuaranteeDependencies, 'records'>,
  tenantId: TenantId,
  {
    from,
    count,
    by,
  }: { readonly from: readonly PeriodAnswer[]; readonly count: number; readonly by: ScoredBy },
): Promise<DrawnAnswer[]> {
  const left = [...from];
  const drawn: DrawnAnswer[] = [];
  while (left.length > 0 && drawn.length < count) {
    const place = randomInt(left.length);
    const one = left[place] as PeriodAnswer;
    left[place] = left.at(-1) as PeriodAnswer;
    left.pop();
    const message = await records.getMessage(tenantId, one.messageId);
    const scored = message === null ? null : openEnvelope(message.envelope).scored;
    if (scored === null || scored.evidence.method === 'keyword') continue;
    if (scored.model !== by.model || scored.calibration !== by.calibration) continue;
    drawn.push({ ...one, position: drawn.length, isRight: null });
  }
  return drawn;
}
