import { hash } from 'node:crypto';
import type { Draft, ModelsUsed, Question } from '@avow/answering';
import type { Evidence } from '@avow/answering/score';
import type { AnswerFormat } from '@avow/contract/values';
import type { Clock, PackVersion, TenantId } from '@avow/foundation';
import { isFresh } from '@avow/foundation';
import { RecentMap } from '@avow/foundation/concurrency';
import type { RecordAudience } from '../../features/records/audience.ts';
import type { StartTier } from '../answering/choose-tier.ts';

/** Everything that an answer depends on. */
export interface CacheKey {
  readonly question: Question;
  readonly packs: readonly PackVersion[];
  readonly policyVersion: string;
  readonly start: StartTier;
  readonly format: AnswerFormat;
  readonly schema: Readonly<Record<string, unknown>> | null;
}

/** An answer as it was found, before any guardrail checked it: it is checked again each time. */
export interface CachedAnswer {
  readonly draft: Draft;
  /** The evidence from when it was found, so that it scores the same each time. */
  readonly evidence: Evidence;
  readonly tier: number;
  readonly models: ModelsUsed;
  readonly packs: readonly PackVersion[];
  /** Who may see what was found for it. */
  readonly audience: RecordAudience;
}

/**
 * Recent answers, in memory. The key holds the tenant, the policy, the groups and the pack versions, so that nothing is
 * answered from an older version or from content restricted to others.
 */
export interface AnswerCache {
  recall(about: CacheKey): CachedAnswer | null;
  keep(about: CacheKey, answer: CachedAnswer): void;
  /** For an answer whose quotes are no longer stored. */
  drop(about: CacheKey): void;
  /** Drops all answers of a tenant: something was erased, and the cache does not know which answers rest on it. */
  forgetTenant(tenantId: TenantId): void;
}

interface CacheSettings {
  /** 0: nothing is cached. */
  readonly keepMs: number;
  readonly answersMax: number;
  readonly clock: Clock;
  /** Names the models that answer: others may answer differently. */
  readonly models: () => string;
}

interface Kept {
  readonly answer: CachedAnswer;
  readonly tenantId: TenantId;
  readonly readAtMs: number;
}

export function createAnswerCache({ keepMs, answersMax, clock, models }: CacheSettings): AnswerCache {
  const kept = new RecentMap<string, Kept>(answersMax);
  return {
    recall: (about) => {
      if (keepMs === 0) return null;
      const key = hashKey(models(), about);
      const found = kept.get(key);
      if (found === undefined) return null;
      if (isFresh({ ...found, keptMs: keepMs }, clock.nowMs())) return found.answer;
      kept.delete(key);
      return null;
    },
    keep: (about, answer) => {
      if (keepMs === 0) return;
      kept.set(hashKey(models(), about), {
        answer,
        tenantId: about.question.tenantId,
        readAtMs: clock.nowMs(),
      });
    },
    drop: (about) => {
      kept.delete(hashKey(models(), about));
    },
    forgetTenant: (tenantId) => kept.deleteWhere((one) => one.tenantId === tenantId),
  };
}

/** A hash, so that keys contain no question. The tenant is a part of it. */
function hashKey(models: string, about: CacheKey): string {
  const { question, packs, policyVersion, start, format, schema } = about;
  const { tenantId, text, packIds, groups, language } = question;
  const named = packs.map(({ packId, version }) => `${packId} ${version}`).sort();
  const asked = [tenantId, text, packIds === null ? null : [...packIds].sort(), [...new Set(groups)].sort()];
  return hash(
    'sha256',
    JSON.stringify([...asked, language, named, policyVersion, models, start.tier, start.by, format, schema]),
    'base64',
  );
}
