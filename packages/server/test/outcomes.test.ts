import type { Draft, QuotedDraft, Related, Support, WrittenDraft } from '@avow/answering';
import { createScoring, type Evidence, type Scorer } from '@avow/answering/score';
import type { Found } from '@avow/answering/testing';
import { guardrailPolicySchema } from '@avow/contract/guardrails';
import { queryRequestSchema, queryResponseSchema, relatedMax } from '@avow/contract/query';
import { auditRecordSchema, messageSchema } from '@avow/contract/testing';
import {
  type BlockedReason,
  blockedReasons,
  codePointLength,
  confidenceCaps,
  noAnswerCauses,
  routingSources,
} from '@avow/contract/values';
import { type DocumentId, newSuffix, systemClock } from '@avow/foundation';
import { createGuard, type Guard } from '@avow/guardrails';
import { passedOutcome, policyOf } from '@avow/guardrails/testing';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { toAuditRecord, toMessage } from '../src/features/records/records.ts';
import type { GuardedAdmission } from '../src/path/admission/admission.ts';
import { createTextMemory } from '../src/path/memory/create-text-memory.ts';
import { composeMessage } from '../src/path/recording/compose-message.ts';
import type { Answered, Outcome, Traces } from '../src/path/recording/outcome.ts';
import { mayBeWithheld } from '../src/path/streaming/create-answer-stream.ts';

const tenantId = 'ten_01jd7b0s2t4v6w8x0y1z3a5b7c';
const scoring = createScoring({ calibrations: { currentCalibration: async () => null }, clock: systemClock });
const guard = createGuard(policyOf());
const input = { ...passedOutcome('When is bread baked?'), policyVersion: '1', blockedPrompt: null };
const { confidence } = guardrailPolicySchema.parse({ guardrails: [] });
let scorer: Scorer;
beforeAll(async () => {
  scorer = await scoring.inForce(tenantId);
});

const unit = fc.double({ min: 0, max: 1, noNaN: true });
const margin = fc.option(unit);
const quote = 'Bread 🥐 is baked at four.';
const support: Support = {
  ...{ documentId: 'doc_01jd7c5v8rg2h4j6k8m0n2p4q6', source: 'a.md', title: 'A', url: null },
  ...{ pack: { packId: 'pack_01jd7c5v8r9a7b5c3d1e0f2g4h', version: 1 }, follows: 'as_paragraph' },
  ...{ quote, start: 3, end: 3 + codePointLength(quote), score: 0.5 },
};

const supports = fc.constant<readonly Support[]>([support]);
const quotedFound: fc.Arbitrary<Exclude<Found, { kind: 'written' }>> = fc.oneof(
  fc.constant({ kind: 'curated_exact' } as const),
  fc.record({ kind: fc.constant('curated_similar' as const), similarity: unit, margin }),
  fc.record({ kind: fc.constant('curated_meaning' as const), probability: unit, margin }),
  fc.record({ kind: fc.constant('document' as const), coverage: unit, margin: unit }),
  fc.record({
    kind: fc.constant('read' as const),
    probability: unit,
    features: fc.record(
      { relevance: fc.double({ min: -20, max: 20, noNaN: true }), agreement: unit, type_match: unit },
      { requiredKeys: [] },
    ),
  }),
);
const quoted: fc.Arbitrary<QuotedDraft> = fc.record({
  ...{ kind: fc.constant('quoted' as const), lead: fc.constant('' as const), found: quotedFound },
  sourceType: fc.constantFrom('qna' as const, 'document' as const),
  ...{ support: supports, judgement: fc.constant(null) },
});
const written: fc.Arbitrary<WrittenDraft> = fc.record({
  ...{ kind: fc.constant('written' as const), sourceType: fc.constant('document' as const) },
  found: fc.record({
    ...{ kind: fc.constant('written' as const), supported: fc.option(unit), keptShare: unit },
    logProbability: fc.option(fc.double({ min: -20, max: 0, noNaN: true })),
  }),
  ...{ support: supports, json: fc.constant(null), judgedBy: fc.constant('judge') },
  units: fc.array(
    fc.record({
      ...{
        text: fc.constant(quote),
        join: fc.constant('' as const),
        restsOn: fc.constant<readonly number[]>([0]),
      },
      ...{ claims: fc.constant(true), judged: fc.option(fc.record({ supported: unit, contradicted: unit })) },
    }),
    { maxLength: 3 },
  ),
});

const capCauses = fc.subarray([...confidenceCaps]).map((causes) => new Set(causes));
const traces: fc.Arbitrary<Traces> = fc.record({
  ...{
    guardrails: fc.constant<Traces['guardrails']>([]),
    tripwireTriggered: fc.boolean(),
    degraded: fc.boolean(),
    embeddedShare: fc.option(unit),
  },
  ...{ routingSource: fc.constantFrom(...routingSources), prompt: fc.string(), cost: fc.constant(null) },
  ...{ promptRedacted: fc.boolean(), blockedPrompt: fc.constant(null), refiner: fc.constant(null) },
  ...{
    question: fc.option(fc.string({ minLength: 1 })),
    packVersions: fc.constant<Traces['packVersions']>([support.pack]),
  },
  models: fc.constantFrom({ answering: null, judging: null }, { answering: 'reader', judging: 'judge' }),
  ...{ guardrailModels: fc.subarray(['screener', 'judge']), modelTier: fc.integer({ min: 0, max: 3 }) },
  failedTiers: fc.constant<Traces['failedTiers']>([]),
  ...{
    questionLanguage: fc.option(fc.constantFrom('en', 'de')),
    nearest: fc.constant<Traces['nearest']>([]),
    drafts: fc.constant<Traces['drafts']>({ searches: [], changes: [], otherAnswer: null }),
  },
});

type Causes = ReadonlySet<(typeof confidenceCaps)[number]>;
/** What is given is never below the risk level. */
const scoredOf = (draft: Draft, causes: Causes, riskLevel = 0) =>
  scorer.score(scoring.evidenceOf(draft, { question: 'When is bread baked?', tier: 1 }), {
    ...{ capCauses: causes, isTranslated: false },
    rules: { bands: guard.bands, riskLevel, caps: confidence.caps },
  });
const answered: fc.Arbitrary<Answered> = fc
  .tuple(traces, fc.oneof(quoted, written), capCauses, fc.boolean())
  .map(([traced, draft, causes, quotesRedacted]) => ({
    ...{ ...traced, kind: 'answered', answer: quote, draft, quotesRedacted, sourcesRedacted: false },
    citations: [{ support: 0, start: 0, end: codePointLength(quote), isQuoted: draft.kind === 'quoted' }],
    ...{ sources: [{ source: 'a.md', title: 'A', url: null }], scored: scoredOf(draft, causes) },
  }));
const related: fc.Arbitrary<Related> = fc
  .tuple(unit, fc.boolean(), fc.option(fc.constant('https://example.com/a')))
  .map(([score, isQuoted, url]) => ({
    ...{
      documentId: support.documentId as DocumentId,
      packId: support.pack.packId,
      source: 'a.md',
      title: 'A',
      url,
    },
    ...{ headings: 'A › B', score },
    quoted: isQuoted ? { quote, start: 5, end: 5 + codePointLength(quote) } : null,
  }));
const reasons = fc.constantFrom<BlockedReason>(...blockedReasons);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  answered,
  fc.tuple(traces, answered).map(
    ([traced, one]): Outcome => ({
      ...{ ...traced, kind: 'in_review', answered: one },
    }),
  ),
  fc
    .tuple(
      ...([traces, fc.constantFrom(...noAnswerCauses), fc.boolean(), fc.option(answered)] as const),
      fc.array(related, { maxLength: relatedMax }),
    )
    .map(
      ([traced, cause, askedBefore, withheld, near]): Outcome => ({
        ...{ ...traced, kind: 'not_covered', answer: 'Not covered.', cause, askedBefore, related: near },
        clarifyingQuestion: cause === 'ambiguous' ? 'Is this about “A” or “B”?' : null,
        scored: withheld === null ? null : scoredOf(withheld.draft, new Set(), 1),
      }),
    ),
  fc.tuple(traces, reasons).map(([traced, reason]) => ({
    ...{ ...traced, kind: 'blocked' as const, answer: 'No.', reason },
  })),
  fc.tuple(traces, fc.constantFrom('failed' as const, 'cancelled' as const)).map(([traced, kind]) => ({
    ...{ ...traced, kind },
  })),
  fc.tuple(traces, fc.constantFrom('queued' as const, 'processing' as const)).map(([traced, status]) => ({
    ...{ ...traced, kind: 'pending' as const, status },
  })),
);

function admit(): GuardedAdmission {
  const suffix = newSuffix(1_700_000_000_000);
  return {
    ...{ tenantId, messageId: `msg_${suffix}`, threadId: `thr_${suffix}`, createdAtMs: 1_700_000_000_000 },
    request: queryRequestSchema.parse({ prompt: 'When is bread baked?' }),
    ...{ packIds: null, claim: null, input },
  };
}

describe('every outcome', () => {
  it('[CON-3-48] [CON-3-49] is answered, read back and recorded as the contract defines', () => {
    const memory = createTextMemory();
    const parts = { scoring, memory, clock: systemClock };
    fc.assert(
      fc.property(outcome, (happened) => {
        const { response, row } = composeMessage(parts, { admission: admit(), guard }, happened, {
          timeMs: 12,
          audience: [],
          ...{ rules: [], sources: null },
        });
        expect(queryResponseSchema.safeParse(response).error).toBeUndefined();
        const { model_info: models, confidence: shown, agent_context: context } = response;
        const { guarantee, ...scored } = shown;
        expect(guarantee).toBeNull();
        for (const value of [...Object.values(models), ...Object.values(scored), context.blocked_reason])
          expect(value).not.toBeNull();
        const judges = [...happened.guardrailModels, happened.models.judging];
        for (const judge of judges) if (judge !== null) expect(models.guardrail_model).toContain(judge);
        expect(models.guardrail_model === 'none').toBe(judges.every((judge) => judge === null));
        expect(models.guardrail_model.split(', ')).toHaveLength(
          new Set(models.guardrail_model.split(', ')).size,
        );
        const hasEnded = !['in_review', 'pending'].includes(happened.kind);
        const log = hasEnded ? { leafIndex: 0, leafHash: '0'.repeat(64) } : null;
        expect(messageSchema.safeParse(toMessage(row)).error).toBeUndefined();
        const record = toAuditRecord(tenantId, { kind: 'whole', ...row, log }, []);
        expect(auditRecordSchema.safeParse(record).error).toBeUndefined();
        expect(row).toMatchObject({
          ...{ confidenceScore: response.confidence.score, band: response.confidence.band },
          ...{ timeMs: 12, modelTier: happened.modelTier, isDegraded: happened.degraded },
        });
      }),
    );
  });
});

describe('what a language model writes', () => {
  it('is neither withheld nor pending review once part of it may have been streamed', () => {
    // Often so low, and caps so high, that an answer may be streamed, which is rare by chance.
    const low = fc.oneof(unit, fc.double({ min: 0, max: 0.05, noNaN: true }));
    const high = fc.oneof(unit, fc.constant(1));
    const levels = fc.record({ riskLevel: low, below: fc.option(low) });
    const caps = fc.record({
      degraded: high,
      failed_open: high,
      unsupported: high,
      conflicting_sources: high,
    });
    const tiers = [{ tier: 1, name: 'one', givesWay: true }] as const;
    let toldCount = 0;
    fc.assert(
      fc.property(
        written,
        capCauses,
        levels,
        caps,
        fc.boolean(),
        (draft, causes, level, max, isTranslated) => {
          const { riskLevel, below } = level;
          const rules = { withhold_below: riskLevel, caps: max, disclose_restricted: false };
          const ruled = { ...guard, confidence: rules, review: { below } } as Guard;
          if (mayBeWithheld({ tiers }, { guard: ruled, scorer })) return;
          toldCount += 1;
          const evidence: Evidence = scoring.evidenceOf(draft, { question: 'When?', tier: 1 });
          const { score, isWithheld } = scorer.score(evidence, {
            ...{ capCauses: causes, isTranslated },
            rules: { bands: guard.bands, riskLevel, caps: max },
          });
          expect(isWithheld).toBe(false);
          expect(score).toBeGreaterThanOrEqual(below ?? 0);
        },
      ),
      { numRuns: 2_000 },
    );
    expect(toldCount).toBeGreaterThan(0);
  });
});
