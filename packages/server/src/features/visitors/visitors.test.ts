import { queryResponseExample } from '@avow/contract/testing';
import { expect, it } from 'vitest';
import { mailOfEnd } from './visitors.ts';

it('sends an answer with the names of its sources, each once', () => {
  const [citation] = queryResponseExample.citations;
  if (citation === undefined) throw new Error('the example has a citation');
  const citations = [citation, { ...citation, id: 2 }, { ...citation, title: '', source: 'returns.md' }];
  const { subject, text } = mailOfEnd({
    status: 'delivered',
    answer: 'For 30 days.',
    citations,
    generated: 'quoted',
  });
  expect(subject).toBe('The answer to your question');
  expect(text).toBe(
    `Your question was answered:\n\nFor 30 days.\n\nSources:\n- ${citation.title}\n- returns.md\n\nThis answer was given automatically, in the words of the sources.`,
  );
});

it('says that there is no answer if it was blocked', () => {
  const answer = 'This cannot be answered here.';
  const blocked = mailOfEnd({ status: 'blocked', answer, citations: [], generated: null });
  expect(blocked.subject).toBe('Your question was not answered');
  expect(blocked.text).toContain(answer);
  expect(blocked.text).not.toContain('automatically');
});
