import type { QueryResponse } from '@avow/client';
import { expect, it } from 'vitest';
import { composeReply } from './compose-reply.ts';
import { drawSlackReply } from './slack/draw-slack-reply.ts';
import { drawTeamsReply } from './teams/draw-teams-reply.ts';

const citation = {
  ...{ source: 'leave.md', title: 'Leave', document_id: 'doc_1', content_pack_id: 'pack_1', score: 1 },
  ...{ quote: 'Every employee has\n27 days.', start: 0, end: 27, answer_start: 0, answer_end: 27 },
  url: 'https://a.example/leave',
  use: 'quotes',
};
const answered = {
  ...{ message_id: 'msg_1', status: 'delivered', answer: '27 days.', related: [] },
  confidence: { score: 0.3, band: 'low', tool_confidence_score: 0 },
  agent_context: { clarifying_question: null },
  citations: [citation],
  generated: 'quoted',
} as unknown as QueryResponse;

it('says how sure the answer is, and quotes each source once', () => {
  const reply = composeReply({ ...answered, citations: [citation, citation] }, ['A note.']);
  expect(reply).toEqual({
    text: '27 days.',
    notes: [
      'Answered automatically, in the words of the sources.',
      'Confidence: low. This answer may be wrong: check the sources.',
      'A note.',
    ],
    sources: [{ title: 'Leave', url: 'https://a.example/leave', quote: 'Every employee has 27 days.' }],
    ...{ sourcesTitle: 'Sources', ratedMessageId: 'msg_1' },
  });
});

it('links to web pages only, and shows no quote that was redacted', () => {
  for (const url of ['javascript:alert(1)', 'https://', 'file:///etc/passwd', null]) {
    const { sources } = composeReply({ ...answered, citations: [{ ...citation, url, quote: null }] }, []);
    expect(sources).toEqual([{ title: 'Leave', url: null, quote: null }]);
    expect(
      JSON.stringify(
        [drawSlackReply, drawTeamsReply].map((draw) =>
          draw(composeReply({ ...answered, citations: [{ ...citation, url }] }, [])),
        ),
      ),
    ).not.toMatch(/"url"/);
  }
});

it('asks back, and lists what is near if there is no answer', () => {
  const question = 'Do you mean holiday or sickness?';
  const reply = composeReply(
    {
      ...answered,
      ...{ answer: question, generated: null, citations: [], related: [{ ...citation, headings: '' }] },
      agent_context: { ...answered.agent_context, clarifying_question: question },
    } as unknown as QueryResponse,
    [],
  );
  expect(reply).toMatchObject({
    ...{ text: question, notes: ['Reply here to say which one you mean.'] },
    sourcesTitle: 'Nearest passages, which may not answer the question',
  });
  expect(reply.sources).toHaveLength(1);
});

it('shortens what is longer than a message, and says where the rest is', () => {
  const reply = composeReply({ ...answered, answer: 'x\n'.repeat(10_000) }, []);
  expect(reply.text).toHaveLength(6000);
  expect(reply.notes[0]).toContain('msg_1');
  expect(Buffer.byteLength(JSON.stringify(drawTeamsReply(reply)))).toBeLessThan(28_000);
});

it('has no buttons if there is nothing to rate', () => {
  const reply = { ...composeReply(answered, []), ratedMessageId: null };
  expect(drawSlackReply(reply).blocks.map(({ type }) => type)).not.toContain('actions');
  expect(drawTeamsReply(reply)).not.toHaveProperty('actions');
});
