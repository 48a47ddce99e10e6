import { guaranteeLevel } from '@avow/answering/guarantee';
import type { ConfidenceState, DrawnAnswers } from '@avow/contract/feedback';
import { guaranteeLimits } from '@avow/contract/feedback';
import { formatTime } from '@avow/contract/values';
import { AppError, type CallerId, type MessageId, type TenantId } from '@avow/foundation';
import { createKeyedMutex } from '@avow/foundation/concurrency';
import { openEnvelope, type ReaderGroups } from '../../records/records.ts';
import { type DrawRequest, drawAnswers } from './draw-answers.ts';
import type { GuaranteeDependencies } from './guarantee-dependencies.ts';
import { readConfidence } from './read-confidence.ts';
import { readDraw } from './read-draw.ts';
import { scoredByNow } from './read-period.ts';

/** The guarantee on the band `high`: checks of answers drawn at random, and the line that they show. */
export interface GuaranteeOperations {
  read(tenantId: TenantId): Promise<ConfidenceState>;
  /** Rejects with `invalid_state` if so few answers cannot show anything. */
  draw(tenantId: TenantId, request: DrawRequest): Promise<void>;
  /** Those that nobody has checked yet. */
  listDrawn(
    tenantId: TenantId,
    page: { readonly readableBy: ReaderGroups; readonly limit: number },
  ): Promise<DrawnAnswers>;
  /** False: it was not drawn, or the caller may not see it. */
  check(
    tenantId: TenantId,
    check: {
      readonly messageId: MessageId;
      readonly isRight: boolean;
      readonly by: CallerId;
      readonly readableBy: ReaderGroups;
    },
  ): Promise<boolean>;
  /** Rejects with `invalid_state` if the checks of that draw show no line. */
  put(tenantId: TenantId, drawId: string, by: CallerId): Promise<void>;
  end(tenantId: TenantId, by: CallerId): Promise<void>;
}

export function createGuarantees(parts: GuaranteeDependencies): GuaranteeOperations {
  const { store, records, nowMs } = parts;
  const mutex = createKeyedMutex();
  return {
    read: (tenantId) => readConfidence(parts, tenantId),
    draw: (tenantId, request) => mutex.run(tenantId, () => drawAnswers(parts, tenantId, request)),
    listDrawn: (tenantId, page) => listDrawn(parts, tenantId, page),
    check: async (tenantId, { messageId, isRight, by, readableBy }) => {
      const draw = await store.currentDraw(tenantId);
      if (draw === null || (await records.isHidden(tenantId, messageId, readableBy))) return false;
      return await store.putCheck(tenantId, {
        ...{ drawId: draw.drawId, messageId, isRight, by, atMs: nowMs() },
      });
    },
    put: (tenantId, drawId, by) => mutex.run(tenantId, () => putInForce(parts, tenantId, { drawId, by })),
    end: (tenantId, by) =>
      mutex.run(tenantId, async () => {
        const stored = await store.currentGuarantee(tenantId);
        if (stored?.state !== 'in_force') return;
        const end = { state: 'ended', cause: null, createdAtMs: nowMs(), createdBy: by } as const;
        await store.putGuarantee(tenantId, { ...stored, ...end });
      }),
  };
}

async function putInForce(
  { store, model, nowMs }: GuaranteeDependencies,
  tenantId: TenantId,
  { drawId, by: createdBy }: { readonly drawId: string; readonly by: CallerId },
): Promise<void> {
  const checked = await readDraw(store, tenantId);
  if (checked === null || checked.draw.drawId !== drawId)
    throw refused('This draw is not the newest. Read what it shows now.');
  const { draw, shown } = checked;
  const by = scoredByNow(model, await store.currentCalibration(tenantId));
  if (draw.model !== by.model || draw.calibration !== by.calibration)
    throw refused('Answers are scored otherwise since this draw. Draw again.');
  if (shown === null)
    throw refused('The checks of this draw do not show any line yet. Check more of the drawn answers.');
  const newest = await store.currentGuarantee(tenantId);
  if (newest?.drawId === drawId)
    throw refused('This draw has served a guarantee already. What was seen since needs another draw.');
  const { fromMs, untilMs, wrongMax, scores } = draw.content;
  await store.putGuarantee(tenantId, {
    ...{ state: 'in_force', cause: null, drawId: draw.drawId },
    ...{ model: draw.model, calibration: draw.calibration },
    content: { ...shown, wrongMax, level: guaranteeLevel, fromMs, untilMs, scores },
    ...{ createdAtMs: nowMs(), createdBy },
  });
}

function refused(detail: string): AppError {
  return new AppError('invalid_state', { detail });
}

async function listDrawn(
  { store, records }: GuaranteeDependencies,
  tenantId: TenantId,
  { readableBy, limit }: { readonly readableBy: ReaderGroups; readonly limit: number },
): Promise<DrawnAnswers> {
  const draw = await store.currentDraw(tenantId);
  if (draw === null) return { data: [], unchecked: 0 };
  const drawn = await store.listDrawn(tenantId, draw.drawId, guaranteeLimits.countMax);
  const unchecked = drawn.filter(({ isRight }) => isRight === null);
  const data: DrawnAnswers['data'][number][] = [];
  for (const { messageId, askedAtMs } of unchecked) {
    if (data.length === limit) break;
    if (await records.isHidden(tenantId, messageId, readableBy)) continue;
    const message = await records.getMessage(tenantId, messageId);
    if (message === null) continue;
    const { question, response } = openEnvelope(message.envelope);
    data.push({
      ...{ message_id: messageId, question, answer: response.answer },
      ...{ citations: response.citations, created_at: formatTime(askedAtMs) },
    });
  }
  return { data, unchecked: unchecked.length };
}
