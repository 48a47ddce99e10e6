import type { Support, WrittenDraft } from '@avow/answering';
import type { StageOutcome } from '@avow/guardrails';
import { describe, expect, it } from 'vitest';
import { findDraftFault } from './find-draft-fault.ts';

const support: Support = {
  ...{ documentId: 'doc_1', pack: { packId: 'pack_1', version: 1 }, source: 'a.md', title: 'A', url: null },
  ...{ quote: 'Pay to DE89 3704 0044 or write to a@b.example.', start: 0, end: 46, score: 1 },
  follows: 'as_paragraph',
};
const draft: WrittenDraft = {
  ...{ kind: 'written', sourceType: 'document', support: [support], units: [], json: null, judgedBy: null },
  found: { kind: 'written', supported: 0.9, keptShare: 1, logProbability: null },
};

type Reason = NonNullable<StageOutcome['blocked']>['reason'];
const blockedFor = (reason: Reason | null) => (reason === null ? null : { guardrailId: 'grd_1', reason });

/** The fault of a draft of which this part was redacted, or which was blocked. */
function faultOf(
  text: string,
  { part, reason = null, ...also }: { part?: string; reason?: Reason | null } & Partial<WrittenDraft>,
) {
  const start = part === undefined ? 0 : text.indexOf(part);
  const redactions =
    part === undefined ? [] : [{ start, end: start + part.length, placeholder: '[X_1]', value: part }];
  return findDraftFault({
    draft: { ...draft, ...also },
    text,
    question: 'Is it x@y.example?',
    output: { blocked: blockedFor(reason), redactions } as Parameters<typeof findDraftFault>[0]['output'],
  });
}

describe('findDraftFault', () => {
  it.each([
    ['policy', 'guardrail'],
    ['pii', 'guardrail'],
    ['unsafe_content', 'guardrail'],
    ['ungrounded', 'ungrounded'],
    ['guardrail_unavailable', null],
  ] as const)('says of a draft that is blocked for %s: %s', (reason, fault) => {
    expect(faultOf('So it is.', { reason })).toBe(fault);
  });

  it('finds what the model added and a guardrail redacts', () => {
    expect(faultOf('Pay to GB33 BUKB.', { part: 'GB33 BUKB' })).toBe('guardrail');
  });

  it('does not blame the model for what its sources or the question say, however they write it', () => {
    expect(faultOf('Pay to DE8937040044.', { part: 'DE8937040044' })).toBeNull();
    expect(faultOf('It is x@y.example.', { part: 'x@y.example' })).toBeNull();
    expect(faultOf('So it is.', {})).toBeNull();
  });

  it('does not compare a translation, which was compared with its original', () => {
    expect(faultOf('Am 3. März.', { part: '3. März', translatedFrom: 'en' })).toBeNull();
    expect(faultOf('On 3 March.', { part: '3 March', translatedFrom: null })).toBe('guardrail');
  });
});
