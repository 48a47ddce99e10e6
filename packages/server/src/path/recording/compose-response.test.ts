import type { GuardrailResult, QueryResponse } from '@avow/contract/query';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { writeResponse } from './compose-response.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constant('"guardrails":[]'),
  fc.constant('\\"guardrails":[]'),
);
const result = fc.record({
  name: text,
  reasoning: text,
  score: fc.double(),
}) as unknown as fc.Arbitrary<GuardrailResult>;

it('writes what JSON.stringify writes, also of results that it has written before', () => {
  const responses = fc.record({
    request_id: text,
    answer: text,
    guardrails: fc.array(result),
    citations: fc.array(text),
  });
  fc.assert(
    fc.property(responses, text, (given, other) => {
      const response = given as unknown as QueryResponse;
      expect(writeResponse(response)).toBe(JSON.stringify(response));
      const again = { ...response, answer: other, guardrails: response.guardrails.toReversed() };
      expect(writeResponse(again)).toBe(JSON.stringify(again));
    }),
  );
});
