import { codePointLength } from '@avow/contract/values';
import type { Found, QuotedDraft } from '../draft.ts';
import type { CuratedMatch } from '../served-content.ts';

/** Several pairs under one question may answer it only if they all say the same. */
export function agreedMatch(matches: readonly CuratedMatch[]): CuratedMatch | null {
  const [first] = matches;
  if (first === undefined || matches.some(({ pair }) => pair.answer !== first.pair.answer)) return null;
  return first;
}

export function curatedDraft({ pair, pack }: CuratedMatch, found: Found, score: number): QuotedDraft {
  const { curatedId, question, answer, source, url, groups } = pair;
  const support = {
    documentId: curatedId,
    pack,
    source,
    title: question,
    url,
    quote: answer,
    start: 0,
    end: codePointLength(answer),
    score,
    ...(groups.length === 0 ? {} : { groups }),
    follows: 'as_paragraph',
  } as const;
  return { kind: 'quoted', lead: '', sourceType: 'qna', found, support: [support], judgement: null };
}
