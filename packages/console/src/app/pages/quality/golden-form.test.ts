import { type GoldenEntry, goldenRequestSchema } from '@avow/contract/evaluation';
import { describe, expect, it } from 'vitest';
import { goldenRequest, toGoldenForm } from './golden-form.ts';

const golden: GoldenEntry = {
  id: 'gld_01jd7c5v8rg2h4j6k8m0n2p4q6',
  question: 'May I work from abroad?',
  expects: {
    kind: 'answer',
    sources: ['remote.md', 'travel/abroad.md'],
    facts: [['20 days', 'twenty | days'], ['ask your manager']],
    verdict: 'yes',
  },
  state: 'accepted',
  origin: 'person',
  message_id: null,
  note: 'Asked every summer.',
  groups: ['board', 'staff'],
  updated_at: '2026-11-16T13:05:32.844Z',
};

describe('the form of a golden question', () => {
  it.each<GoldenEntry['expects']>([
    golden.expects,
    { kind: 'not_covered' },
    { kind: 'answer', sources: [], facts: [['at noon']], verdict: null },
  ])('changes nothing that is not changed in it: %j', (expects) => {
    const { question, note, groups } = golden;
    const saved = goldenRequest(toGoldenForm({ ...golden, expects }));
    expect(goldenRequestSchema.parse(saved)).toEqual({ question, note, groups, expects });
  });
});
