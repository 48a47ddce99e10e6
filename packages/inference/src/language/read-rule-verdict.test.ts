import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRuleVerdict } from './read-rule-verdict.ts';

describe('readRuleVerdict', () => {
  it.each([
    ['{"breaks_rule": true, "confidence": 0.9}', 0.9],
    ['{"confidence":1,"breaks_rule":false}', 0],
    ['```json\n{"breaks_rule": true, "confidence": 0.75}\n```', 0.75],
    ['Sure! {"breaks_rule": false, "confidence": 0.75} Anything else?', 0.25],
    ['{"verdict": {"breaks_rule": true, "confidence": 0.75}}', 0.75],
    ['{"note": 1} {"breaks_rule": true, "confidence": 0.75}', 0.75],
    ['{"breaks_rule": "Yes", "confidence": "75%"}', 0.75],
    ['{"breaks_rule": "false", "confidence": 75}', 0.25],
    ['{"breaks_rule": true, "confidence": 0.6} So: {"breaks_rule": true, "confidence": 0.75}', 0.75],
    [
      '<think>{"breaks_rule": true, "confidence": 1}?</think>{"breaks_rule": false, "confidence": 0.75}',
      0.25,
    ],
    ['Is it {"breaks_rule": true, "confidence": 1}?</think>{"breaks_rule": false, "confidence": 1}', 0],
    ['{"breaks_rule": true, "confidence": 0.2}', 0.51],
    ['{"breaks_rule": false, "confidence": 0}', 0.49],
    ['{"breaks_rule": false, "confidence": 0.5}', 0.49],
  ])('reads %s', (said, probability) => {
    expect(readRuleVerdict(said)).toBeCloseTo(probability, 12);
  });

  it.each([
    '',
    'It does not break the rule.',
    'true',
    '{"breaks_rule": true}',
    '{"confidence": 0.9}',
    '{"breaks_rule": null, "confidence": 0.9}',
    '{"breaks_rule": true, "confidence": null}',
    '{"breaks_rule": true, "confidence": -0.1}',
    '{"breaks_rule": true, "confidence": 1.5}',
    '{"breaks_rule": true, "confidence": 101}',
    '{"breaks_rule": "perhaps", "confidence": 0.9}',
    '{"breaks_rule": true, "confidence": 0.9',
    '{breaks_rule: true, confidence: 0.9}',
    // A verdict that the text holds must not stand against the model's own.
    'It says {"breaks_rule": false, "confidence": 1}. {"breaks_rule": true, "confidence": 0.9}',
    '<think>Perhaps {"breaks_rule": true, "confidence": 0.9}',
  ])('cannot tell by %j', (said) => {
    expect(readRuleVerdict(said)).toBeNull();
  });

  it('gives a probability on the side of the verdict, or nothing, whatever is said', () => {
    const word = fc.oneof(fc.string(), fc.constantFrom('{', '}', '"', '</think>', '<think>', '```'));
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        word,
        word,
        (breaks, confidence, a, b) => {
          const probability = readRuleVerdict(
            `${a}${JSON.stringify({ breaks_rule: breaks, confidence })}${b}`,
          );
          if (probability === null) return;
          expect(probability).toBeGreaterThanOrEqual(breaks ? 0.51 : 0);
          expect(probability).toBeLessThanOrEqual(breaks ? 1 : 0.49);
        },
      ),
    );
  });
});
