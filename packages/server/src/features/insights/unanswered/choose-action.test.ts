import type { NearestKnowledge, UnansweredAction, UnansweredCause } from '@avow/contract/insights';
import { describe, expect, it } from 'vitest';
import { chooseAction } from './choose-action.ts';
import { nearestOfAll } from './group-to-wire.ts';

const page: NearestKnowledge = {
  title: 'Leave',
  source: 'hr/leave.md',
  headings: 'Holiday',
  content_pack_id: 'pack_1',
  document_id: 'doc_1',
};
const pair: NearestKnowledge = { ...page, title: 'Who approves leave?', headings: '', document_id: 'qna_1' };

describe('chooseAction', () => {
  const cases: readonly [UnansweredCause, NearestKnowledge | null, UnansweredAction, RegExp][] = [
    ['nothing_found', page, 'extend_page', /^Add the answer in “Leave” \(hr\/leave.md\), under “Holiday”/],
    ['reported_wrong', page, 'extend_page', /^Check the answer in “Leave”/],
    ['low_confidence', pair, 'extend_pair', /“Who approves leave\?” is similar: add/],
    ['reported_wrong', pair, 'extend_pair', /“Who approves leave\?” is similar: check/],
    ['nothing_found', null, 'add_knowledge', /^Nothing similar/],
    ['nothing_found', { ...page, title: null }, 'add_knowledge', /^Nothing similar/],
    ['no_knowledge', null, 'add_knowledge', /load a page/],
    ['ambiguous', page, 'write_pair', /^Several documents/],
    ['ambiguous', pair, 'extend_pair', /“Who approves leave\?” is similar: add/],
    ['access_restricted', page, 'check_access', /groups/],
    [
      'below_risk_level',
      { ...page, source: null, headings: '' },
      'extend_page',
      /^Add the answer in “Leave”, or/,
    ],
  ];
  it.each(cases)('%s: %o', (cause, nearest, action, words) => {
    expect(chooseAction({ cause, nearest })).toEqual({ action, description: expect.stringMatching(words) });
  });
});

describe('nearestOfAll', () => {
  const place = (documentId: `doc_${string}`) => ({ documentId, packId: 'pack_1', headings: '' }) as const;

  it('weighs higher ranks more', () => {
    const [a, b, c, d] = [place('doc_a'), place('doc_b'), place('doc_c'), place('doc_d')];
    const nearest = nearestOfAll([
      { nearest: [b, a] },
      { nearest: [a] },
      { nearest: [c, b, d] },
      { nearest: [] },
    ]);
    expect(nearest.map(({ documentId }) => documentId)).toEqual(['doc_a', 'doc_b', 'doc_c']);
  });
});
