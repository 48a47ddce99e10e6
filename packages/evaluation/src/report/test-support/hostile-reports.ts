import { type EvaluationReport, type EvaluationResult, evaluationOutcomes } from '@avow/contract/evaluation';
import fc from 'fast-check';
import { evaluationReport, evaluationResult } from '../../golden/test-support/golden-samples.ts';

/** Any characters, and those that markup is made of. */
export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc
    .array(
      fc.constantFrom(
        ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '</style>', '</script>', '<!--'],
        ...['"', "'", '&', '&lt;', '<', '>', ']]>', '<![CDATA[', '\u0000', '\u001b[31m', '\ud800', '\r\n'],
        ...['https://example.com/', 'data-outcome="x"', '\u202e', 'plain words'],
      ),
      { minLength: 1, maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

const hostileResult = fc
  .record({
    position: fc.nat({ max: 9999 }),
    outcome: fc.constantFrom(...evaluationOutcomes),
    text: hostileText,
    other: hostileText,
    score: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ position, outcome, text, other, score }): EvaluationResult => {
    const plain = evaluationResult(position, outcome);
    return {
      ...plain,
      question: text,
      note: other,
      groups: [other],
      answer: `${other}${text}`,
      missing: [text],
      problem: other,
      routing_source: text,
      confidence: plain.confidence === null ? null : { score, band: 'low' },
      expects:
        outcome === 'refused_rightly'
          ? { kind: 'not_covered' }
          : { kind: 'answer', sources: [other], facts: [[text, other]], verdict: null },
      citations: [
        {
          ...{ document_id: 'doc_1', source: other, title: text, quote: text },
          ...{ is_expected: true, is_stored: false },
        },
      ],
    };
  });

/** Reports in which every text that came from somebody is as bad as can be. */
export const hostileReports: fc.Arbitrary<EvaluationReport> = fc
  .record({
    results: fc.uniqueArray(hostileResult, { maxLength: 5, selector: ({ golden_id }) => golden_id }),
    name: hostileText,
  })
  .map(({ results, name }) =>
    evaluationReport(results, {
      content_pack: { id: 'pack_1', name },
      conditions: {
        ...evaluationReport([]).conditions,
        policy: { origin: 'given', version: name },
        models: { encoder: name, reader: name, tiers: [name], refinement: name },
      },
    }),
  );
