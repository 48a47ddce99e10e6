import { describe, expect, it } from 'vitest';
import { figuresOf, refineConversation } from './measure-refining.ts';
import { type Conversation, readConversations, readLanguageQuestions } from './read-conversations.ts';

const conversation: Conversation = {
  part: 'tune',
  set: 'everyday',
  turns: ['What does the small tent cost?', 'and the big tent?', 'and a mat?'],
  expected: 'What does a mat cost?',
};

describe('measuring follow-ups', () => {
  it('passes the refined previous questions to each question, newest first', async () => {
    const seen: string[][] = [];
    await refineConversation(async (asked, history) => {
      seen.push(history.map(({ question }) => question));
      return `${asked}!`;
    }, conversation);
    expect(seen.map((list) => list.length)).toEqual([0, 1, 2]);
    expect(seen[2]?.[0]).toBe('and the big tent?!');
  });

  it('compares actual and expected content words', async () => {
    const exact = await refineConversation(async () => 'What does a mat cost?', conversation);
    const joined = await refineConversation(
      async () => 'What does the small tent cost? and a mat?',
      conversation,
    );
    const asIs = await refineConversation(async (asked) => asked, conversation);
    expect(exact).toMatchObject({ isDecidedRight: true, recall: 1, precision: 1 });
    expect(joined).toMatchObject({ isDecidedRight: true, recall: 1, precision: 0.5 });
    expect(asIs).toMatchObject({ isDecidedRight: false, recall: 0.5, precision: 1 });
    expect(figuresOf([exact, joined, asIs])).toMatchObject({ count: 3, allRight: 1 / 3 });
  });

  it('has as many conversations for tuning as for reporting, without duplicates', () => {
    for (const rows of [readConversations(), readLanguageQuestions()]) {
      expect(new Set(rows.map((row) => JSON.stringify({ ...row, part: '' }))).size).toBe(rows.length);
      expect(rows.filter(({ part }) => part === 'report').length).toBeGreaterThanOrEqual(60);
    }
    const count = (part: string) => readConversations().filter((one) => one.part === part).length;
    expect(count('tune')).toBe(count('report'));
  });
});
