import {
  countByScore,
  type DriftCause,
  type DriftSigns,
  findDrift,
  isInForce,
  type StoredGuarantee,
  watchBounds,
} from '@avow/answering/guarantee';
import type { TenantId } from '@avow/foundation';
import { buildExamples } from '../labels/build-examples.ts';
import type { GuaranteeDependencies } from './guarantee-dependencies.ts';
import { readPeriod, scoredByNow } from './read-period.ts';

/** Since a guarantee is in force, the newest of so many messages are watched, and of so many labels. */
const messagesMax = 20_000;
const labelsMax = 5_000;

export interface Watched extends DriftSigns {
  readonly cause: DriftCause | null;
}

/** What was seen since the guarantee came into force, and what of it no longer supports it. */
export async function watchGuarantee(
  { store, insights, nowMs }: GuaranteeDependencies,
  tenantId: TenantId,
  { createdAtMs, content }: StoredGuarantee,
): Promise<Watched> {
  const untilMs = nowMs() + 1;
  const period = { fromMs: createdAtMs, untilMs };
  const { answers, fromMs } = await readPeriod(insights, tenantId, { period, messagesMax });
  const asked = { selection: 'counted', askedFromMs: fromMs, askedBeforeMs: untilMs } as const;
  const labels = buildExamples(await store.listLabels(tenantId, asked, labelsMax));
  const checked = await store.listChecked(tenantId, createdAtMs, watchBounds.checkedMax);
  const inBand = checked.filter(({ score }) => score >= content.line);
  const signs: DriftSigns = {
    checked: { answers: inBand.length, wrong: inBand.filter(({ isRight }) => isRight === false).length },
    reported: {
      answers: answers.filter(({ band }) => band === 'high').length,
      wrong: labels.filter(({ band, isRight }) => band === 'high' && !isRight).length,
    },
    scores: { before: content.scores, since: countByScore(answers.map(({ score }) => score)) },
    ageMs: untilMs - createdAtMs,
  };
  return { ...signs, cause: findDrift(signs, content) };
}

const lookEveryMs = 3_600_000;

/** Lets guarantees lapse that what was seen no longer supports, of one tenant after the other. */
export function createLapseWhenDue(
  parts: GuaranteeDependencies,
  onFailure: (error: unknown, tenantId: TenantId) => void,
): (signal: AbortSignal) => Promise<void> {
  const lookedAtMs = new Map<TenantId, number>();

  async function findCause(tenantId: TenantId, stored: StoredGuarantee): Promise<StoredGuarantee['cause']> {
    const by = scoredByNow(parts.model, await parts.store.currentCalibration(tenantId));
    if (!isInForce(stored, by)) return 'scores_changed';
    const nowMs = parts.nowMs();
    if (nowMs - (lookedAtMs.get(tenantId) ?? 0) < lookEveryMs) return null;
    lookedAtMs.set(tenantId, nowMs);
    return (await watchGuarantee(parts, tenantId, stored)).cause;
  }

  return async (signal) => {
    for (const { tenantId, status } of await parts.access.listTenants()) {
      if (signal.aborted) return;
      if (status !== 'active') continue;
      try {
        const stored = await parts.store.currentGuarantee(tenantId);
        if (stored?.state !== 'in_force') continue;
        const cause = await findCause(tenantId, stored);
        if (cause === null) continue;
        const end = { state: 'lapsed', cause, createdAtMs: parts.nowMs(), createdBy: null } as const;
        await parts.store.putGuarantee(tenantId, { ...stored, ...end });
      } catch (error) {
        onFailure(error, tenantId);
      }
    }
  };
}
