import { readSourceFacts, type SourceFacts } from '@avow/facts';
import { type SentenceSpan, splitSentences } from '@avow/text/sentences';
import type { QuotableSource } from './quotable-source.ts';
import { createRecentSources } from './recent-sources.ts';
import { actorsOf } from './sentence-subject.ts';

export interface Piece extends SentenceSpan {
  readonly sourceFacts: SourceFacts;
  /** Stems of what is or does something in it, if it names that. */
  readonly actors: readonly string[];
  /** The lead-in of its list, or the head of its table: position among the pieces. Null: it has none. */
  readonly under: number | null;
}

/** A source, split and read once for all sentences that are compared with it. */
export interface ReadSource {
  readonly source: QuotableSource;
  readonly pieces: readonly Piece[];
  /** Its title and context, and the headings within it. */
  readonly above: readonly SourceFacts[];
}

const sourceUnitsMax = 20_000;
const piecesMax = 400;

/** Some thousand passages, for all tenants together. */
const recentSources = createRecentSources<ReadSource>({ unitsMax: 500_000 });

/** Most questions are about the same few passages: each is read once as long as it is among the latest. */
export function readQuotableSource(source: QuotableSource): ReadSource {
  return recentSources(source, readAnew);
}

function readAnew(source: QuotableSource): ReadSource {
  // Nothing is quoted that ends inside a character.
  const text = source.text.slice(0, sourceUnitsMax).replace(/[\ud800-\udbff]$/, '');
  const spans = splitSentences(text).slice(0, piecesMax);
  const pieces = spans.map((span, at) => ({
    ...span,
    sourceFacts: readSourceFacts(text.slice(span.start, span.end)),
    actors: span.kind === 'sentence' ? actorsOf(text.slice(span.start, span.end)) : [],
    under: findUnder(text, spans, at),
  }));
  const headings = pieces.filter(({ kind }) => kind === 'heading').map(({ sourceFacts }) => sourceFacts);
  return { source, pieces, above: [readSourceFacts(`${source.title}\n${source.context}`), ...headings] };
}

/** Of an item the sentence before its list; of a row the first row of its table. */
function findUnder(text: string, spans: readonly SentenceSpan[], at: number): number | null {
  const kind = spans[at]?.kind;
  if (kind !== 'item' && kind !== 'row') return null;
  let first = at;
  while (
    first > 0 &&
    (spans[first - 1]?.kind === kind || (kind === 'item' && isWithinItem(text, spans, first)))
  )
    first -= 1;
  if (kind === 'row') return first === at ? null : first;
  const before = spans[first - 1];
  return before?.kind === 'sentence' && text.slice(before.start, before.end).endsWith(':') ? first - 1 : null;
}

/** A further sentence of the item before: only spaces, or one line break, are between them. */
function isWithinItem(text: string, spans: readonly SentenceSpan[], first: number): boolean {
  const [one, next] = [spans[first - 2], spans[first - 1]];
  if (one === undefined || next?.kind !== 'sentence' || one.kind === 'heading') return false;
  return !text.slice(one.end, next.start).includes('\n\n') && !text.slice(next.start, next.end).endsWith(':');
}
