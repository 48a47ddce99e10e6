import type { QueryResponse } from '@avow/contract/query';
import { queryResponseSchema } from '@avow/contract/query';
import { queryResponseExample } from '@avow/contract/testing';
import { expect, it } from 'vitest';
import { editResponse } from './edit-response.ts';

const [citation] = queryResponseExample.citations;
/** An answer in which the second sentence is quoted. */
const proposed = {
  ...queryResponseExample,
  answer: '😀 Hello. It takes 28 days.',
  citations: [{ ...citation, answer_start: 9, answer_end: 26 }],
} as QueryResponse;
const placesOf = ({ citations }: QueryResponse) =>
  citations.map(({ answer_start, answer_end }) => [answer_start, answer_end]);

it('keeps a citation with the words that it supports, wherever they are now', () => {
  const edited = editResponse(proposed, '😀😀 Thank you for asking. It takes 28 days. Bye!');
  expect(placesOf(edited)).toEqual([[25, 42]]);
  expect([...edited.answer].slice(25, 42).join('')).toBe('It takes 28 days.');
  expect(queryResponseSchema.parse(edited)).toEqual(edited);
});

it('drops the citation of words that were changed, and says that the answer is not grounded', () => {
  const edited = editResponse(proposed, '😀 Hello. It takes 30 days.');
  expect(edited).toMatchObject({ citations: [], agent_context: { knowledge_grounded: false } });
  expect(edited.confidence).toEqual(proposed.confidence);
});

it('leaves an answer in JSON to those who can write it', () => {
  const agent_context = { ...proposed.agent_context, answer_format: 'json' } as const;
  expect(() => editResponse({ ...proposed, agent_context }, '{}')).toThrow(
    expect.objectContaining({ code: 'validation_failed' }),
  );
});
