import { hash } from 'node:crypto';
import type { AnswerFormat } from '@avow/contract';
import type { Clock } from '../clock/clock.ts';
import { isFresh } from '../clock/is-fresh.ts';
import type { Draft, ModelsUsed, Question } from '../interfaces/answering.ts';
import type { Evidence } from '../interfaces/confidence.ts';
import type { PackVersion, TenantId } from '../interfaces/identity.ts';
import type { StartTier } from './choose-tier.ts';

/** Everything that an answer depends on. */
export interface CacheKeyParts {
  readonly question: Question;
  readonly packs: readonly PackVersion[];
  readonly policyVersion: string;
  readonly start: StartTier;
  readonly format: AnswerFormat;
  readonly schema: Readonly<Record<string, unknown>> | null;
}

/** An answer as it was found, before any guardrail looked at it: it is checked anew each time. */
export interface CachedAnswer {
  readonly draft: Draft;
  /** What was known of it when it was found: it scores the same each time. */
  readonly evidence: Evidence;
  readonly tier: number;
  readonly models: ModelsUsed;
  readonly packs: readonly PackVersion[];
}

/**
 * Answers that were given lately, in memory. Of one tenant, one policy and the very packs and groups that they were found
 * with: what is published or kept to others is never answered from here.
 */
export interface AnswerCache {
  recall(parts: CacheKeyParts): CachedAnswer | null;
  keep(parts: CacheKeyParts, answer: CachedAnswer): void;
  /** What turned out to be no longer stored. */
  drop(parts: CacheKeyParts): void;
  /** All of a tenant: something of theirs was erased, and which answers came of it is not known here. */
  forgetTenant(tenantId: TenantId): void;
}

interface CacheSettings {
  /** 0: nothing is kept. */
  readonly keepMs: number;
  readonly answersMax: number;
  readonly clock: Clock;
  /** Names the models that answer: with others the answer may be another. */
  readonly models: string;
}

interface Kept {
  readonly answer: CachedAnswer;
  readonly tenantId: TenantId;
  readonly readAtMs: number;
}

export function createAnswerCache({ keepMs, answersMax, clock, models }: CacheSettings): AnswerCache {
  const kept = new Map<string, Kept>();
  return {
    recall: (parts) => {
      if (keepMs === 0) return null;
      const key = keyOf(models, parts);
      const found = kept.get(key);
      if (found === undefined) return null;
      kept.delete(key);
      if (!isFresh({ ...found, keptMs: keepMs }, clock.nowMs())) return null;
      // The one that was asked for last goes last.
      kept.set(key, found);
      return found.answer;
    },
    keep: (parts, answer) => {
      if (keepMs === 0) return;
      const key = keyOf(models, parts);
      kept.delete(key);
      if (kept.size >= answersMax) kept.delete(kept.keys().next().value as string);
      kept.set(key, { answer, tenantId: parts.question.tenantId, readAtMs: clock.nowMs() });
    },
    drop: (parts) => {
      kept.delete(keyOf(models, parts));
    },
    forgetTenant: (tenantId) => {
      for (const [key, one] of kept) if (one.tenantId === tenantId) kept.delete(key);
    },
  };
}

/** A hash, so that no question lies about in keys. The tenant is a part of it like any other. */
function keyOf(models: string, parts: CacheKeyParts): string {
  const { question, packs, policyVersion, start, format, schema } = parts;
  const { tenantId, text, packIds, groups, language } = question;
  const named = packs.map(({ packId, version }) => `${packId} ${version}`).sort();
  const about = [tenantId, text, packIds === null ? null : [...packIds].sort(), [...new Set(groups)].sort()];
  return hash(
    'sha256',
    JSON.stringify([...about, language, named, policyVersion, models, start.tier, start.by, format, schema]),
    'base64',
  );
}
