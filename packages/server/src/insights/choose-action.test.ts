import type { NearestKnowledge, UnansweredAction, UnansweredCause } from '@avow/contract';
import { describe, expect, it } from 'vitest';
import { chooseAction } from './choose-action.ts';
import { nearestOfAll } from './describe-nearest.ts';

const page: NearestKnowledge = {
  title: 'Leave',
  source: 'hr/leave.md',
  headings: 'Holiday',
  content_pack_id: 'pack_1',
  document_id: 'doc_1',
};
const pair: NearestKnowledge = { ...page, title: 'Who approves leave?', headings: '', document_id: 'qna_1' };

describe('what closes a gap', () => {
  const cases: readonly [UnansweredCause, NearestKnowledge | null, UnansweredAction, RegExp][] = [
    ['nothing_found', page, 'extend_page', /^Say it in “Leave” \(hr\/leave.md\), under “Holiday”/],
    ['called_wrong', page, 'extend_page', /^Check what is said in “Leave”/],
    ['low_confidence', pair, 'extend_pair', /“Who approves leave\?” is near: add/],
    ['called_wrong', pair, 'extend_pair', /“Who approves leave\?” is near: check/],
    ['nothing_found', null, 'add_knowledge', /^Nothing near/],
    ['nothing_found', { ...page, title: null }, 'add_knowledge', /^Nothing near/],
    ['no_knowledge', null, 'add_knowledge', /load a page/],
    ['ambiguous', page, 'write_pair', /^Several things/],
    ['access_restricted', page, 'check_access', /groups/],
    ['below_risk_level', { ...page, source: null, headings: '' }, 'extend_page', /^Say it in “Leave”, or/],
  ];
  it.each(cases)('%s: %o', (cause, nearest, action, words) => {
    expect(chooseAction({ cause, nearest })).toEqual({ action, words: expect.stringMatching(words) });
  });
});

describe('what was nearest to most', () => {
  const place = (documentId: `doc_${string}`) => ({ documentId, packId: 'pack_1', headings: '' }) as const;

  it('counts what came first most', () => {
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
