import { compareValues, readStatement, type Statement } from '@avow/facts';
import type { DocumentId } from '@avow/foundation';
import type { PassageHit } from '@avow/search';
import { indexCodePoints, splitSentences } from '@avow/text/sentences';
import { functionWords } from '@avow/text/terms';
import type { Draft, Support, WrittenUnit } from '../draft.ts';
import type { Retrieved } from '../found.ts';
import type { Question } from '../question.ts';
import type { ServedContent } from '../served-content.ts';
import { passagesReadMax } from './read-passages.ts';

/** A sentence of fewer says too little to know what it speaks of. */
const contentWordsMin = 3;
/** The share of words that two sentences must have in common to speak of the same, and their headings. */
const sameWordsMin = 0.75;
const sameHeadingMin = 0.6;
const sentencesMax = 40;

interface Said {
  readonly statement: Statement;
  readonly words: ReadonlySet<string>;
  /** UTF-16 offsets into the text it was read from. */
  readonly start: number;
  readonly end: number;
}

/**
 * Where another document says the same with other values, or denies it, the answer says so and quotes both: which of them
 * is right is for people to find out. Only sentences that differ in nothing else count.
 */
export async function addDisagreement(
  content: Pick<ServedContent, 'getDocument'>,
  question: Question,
  { retrieved, draft }: { readonly retrieved: Retrieved; readonly draft: Draft },
): Promise<Draft> {
  if (draft.sourceType === 'qna') return draft;
  const found = findOther(draft.support, retrieved.documents.slice(0, passagesReadMax));
  if (found === null) return draft;
  const { tenantId, groups, nowMs } = question;
  const { hit, said } = found;
  const document = await content.getDocument(tenantId, hit.documentId as DocumentId, { groups, nowMs });
  if (document === null) return draft;
  const { documentId, source, title, url } = document;
  const offsets = indexCodePoints(hit.text);
  const other: Support = {
    ...{ documentId, pack: hit.pack, source, title, url, follows: 'as_paragraph' },
    quote: hit.text.slice(said.start, said.end),
    start: hit.start + offsets.toCodePoint(said.start),
    end: hit.start + offsets.toCodePoint(said.end),
    score: draft.support[found.support]?.score ?? 0,
  };
  return draft.kind === 'quoted'
    ? { ...draft, lead: 'The sources disagree:', support: [...draft.support, other], disagrees: true }
    : withOther(draft, other);
}

function withOther(draft: Extract<Draft, { readonly kind: 'written' }>, other: Support): Draft {
  if (draft.json !== null) return draft;
  const said: WrittenUnit = {
    ...{ text: 'The sources disagree:', join: '\n\n', restsOn: [], claims: false, judged: null },
  };
  const quoted: WrittenUnit = {
    ...{ text: other.quote, join: ' ', restsOn: [draft.support.length], claims: true },
    // Its own words support it.
    judged: draft.judgedBy === null ? null : { supported: 1, contradicted: 0 },
  };
  const support = [...draft.support, other];
  return { ...draft, support, units: [...draft.units, said, quoted], disagrees: true };
}

function findOther(
  support: readonly Support[],
  hits: readonly PassageHit[],
): { readonly support: number; readonly hit: PassageHit; readonly said: Said } | null {
  // Where the answer quotes it already, it has been said.
  const quoted = new Set<string>(support.map(({ documentId }) => documentId));
  for (const [position, { quote, documentId }] of support.entries()) {
    const headings = hits.find((hit) => hit.documentId === documentId)?.headings ?? '';
    for (const one of statementsOf(quote)) {
      for (const hit of hits) {
        if (quoted.has(hit.documentId) || !areAlike(wordsOf(headings), wordsOf(hit.headings), sameHeadingMin))
          continue;
        const said = statementsOf(hit.text).find((other) => disagree(one, other));
        if (said !== undefined) return { support: position, hit, said };
      }
    }
  }
  return null;
}

function statementsOf(text: string): Said[] {
  return splitSentences(text)
    .filter(({ kind }) => kind === 'sentence' || kind === 'item')
    .slice(0, sentencesMax)
    .map(({ start, end }) => {
      const statement = readStatement(text.slice(start, end));
      return { statement, words: wordsOf(statement.frame), start, end };
    })
    .filter(({ statement }) => statement.contentWords >= contentWordsMin);
}

function wordsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !functionWords.has(word)));
}

/** By the share of their words that both have; one that only says less speaks of the same. */
function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>, shareMin: number): boolean {
  if (one.size === 0 || other.size === 0) return one.size === other.size;
  return one.intersection(other).size / one.union(other).size >= shareMin;
}

function disagree(one: Said, other: Said): boolean {
  if (!areAlike(one.words, other.words, sameWordsMin)) return false;
  const [these, those] = [one.statement, other.statement];
  if (these.isDenied !== those.isDenied)
    return these.values.every(({ value }, position) => value === those.values[position]?.value);
  // "30 vacation days" and "25 days of vacation" count the same, "hours of vacation" do not.
  const countsIn = ({ statement }: Said, words: Said['words']) =>
    statement.values.every(({ unit }) => unit === '' || words.has(unit));
  return (
    countsIn(one, other.words) &&
    countsIn(other, one.words) &&
    compareValues(these.values, those.values) !== null
  );
}
