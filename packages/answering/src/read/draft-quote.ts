import type { DocumentId } from '@avow/foundation';
import { indexCodePoints } from '@avow/text/sentences';
import type { Support } from '../draft.ts';
import type { Question } from '../question.ts';
import type { ServedContent } from '../served-content.ts';
import { addNear } from './add-near.ts';
import { addNegation, negationOf } from './add-negation.ts';
import { nearSpanMax, spanMarginMin } from './answer-line.ts';
import type { AnswerShape } from './answer-shape.ts';
import { findCellVerdict } from './find-cell-verdict.ts';
import { findEntry } from './find-entry.ts';
import { findRow } from './find-row.ts';
import { findStructure } from './find-structure.ts';
import { openWindow, type PassageWindow } from './open-window.ts';
import { quoteSection } from './quote-section.ts';
import type { ReadCandidate } from './rank-read.ts';
import { type AnswerPiece, shapeAnswer } from './shape-answer.ts';
import { unitWords } from './unit-structure.ts';
import { creditTerms, readQuestionTerms } from './weigh-question-terms.ts';

/** What is asked of the store: the words around a passage, and what its document is called. */
export type CitedTexts = Pick<ServedContent, 'readQuote' | 'getDocument'>;

/** What a passage says to the question, as it would be quoted. */
export interface QuotedAnswer {
  readonly candidate: ReadCandidate;
  readonly support: readonly Support[];
  /** The question, or the part of it, that it answers. */
  readonly asked: string;
  readonly shape: AnswerShape;
  /** The words that the reader pointed at. */
  readonly answer: string;
  /** What says most of the question says the opposite without the words above it. */
  readonly isNegated: boolean;
  /** What a cell says to a question for yes or no; null where none does. */
  readonly cellVerdict: 'Yes.' | 'No.' | null;
  /** What supports it: the passage, and what is quoted from its surroundings. */
  readonly evidence: string;
}

/** Null: the passage has words of the question's subject at most. `stale`: it is no longer what is stored. */
export async function draftQuote(
  content: CitedTexts,
  question: Question,
  {
    candidate,
    asked,
    shape,
  }: { readonly candidate: ReadCandidate; readonly asked: string; readonly shape: AnswerShape },
): Promise<QuotedAnswer | 'stale' | null> {
  const { hit } = candidate;
  const { tenantId, groups, nowMs } = question;
  const [window, document] = await Promise.all([
    openWindow(content, question, hit),
    content.getDocument(tenantId, hit.documentId as DocumentId, { groups, nowMs }),
  ]);
  if (window === null || document === null) return 'stale';
  const chosen = choosePieces(window, candidate, { asked, shape });
  if (chosen === null) return null;
  const { pointed } = chosen;
  const pieces = addNegation(window, chosen.pieces);
  if (pieces.length === 0) return null;
  const inWindow = indexCodePoints(window.text);
  const { documentId, source, title, url } = document;
  const support = pieces.map(({ start, end, follows }) => ({
    ...{ documentId, pack: hit.pack, source, title, url, follows },
    quote: window.text.slice(start, end),
    start: window.start + inWindow.toCodePoint(start),
    end: window.start + inWindow.toCodePoint(end),
    score: Math.round(candidate.probability * 10_000) / 10_000,
  }));
  const answer = window.text.slice(pointed.start, pointed.end);
  const isNegated = isForbidden(window, { asked, pointed, pieces });
  const cellVerdict = shape === 'yes_no' ? findCellVerdict(window, pointed, asked) : null;
  const evidence = evidenceOf(window, pieces);
  return { candidate, support, asked, shape, answer, isNegated, cellVerdict, evidence };
}

/** What is taken for the answer, and what is quoted for it. Null where the reader pointed at nothing. */
function choosePieces(
  window: PassageWindow,
  { hit, reading, features }: ReadCandidate,
  { asked, shape }: { readonly asked: string; readonly shape: AnswerShape },
) {
  const inPassage = indexCodePoints(hit.text);
  const [read, next] = reading.spans.slice(0, 2).map(({ start, end, score }) => ({
    start: window.passage.start + inPassage.toUtf16(start),
    end: window.passage.start + inPassage.toUtf16(end),
    score,
  }));
  if (read === undefined) return null;
  const isUnsure = features.spanMargin < spanMarginMin;
  const found = (isUnsure ? findStructure(window, { shape, asked }) : null) ?? findRow(window, read, asked);
  if (isUnsure && found === null) {
    const pointed = findEntry(window, read, asked) ?? read;
    return { pointed, pieces: quoteSection(window, shapeAnswer(window, pointed, shape)) };
  }
  const pieces: readonly AnswerPiece[] = shapeAnswer(window, found ?? read, shape);
  const isOfTwoMinds = found === null && next !== undefined && next.score >= read.score - nearSpanMax;
  return {
    pointed: found ?? read,
    pieces: isOfTwoMinds ? addNear(window, pieces, shapeAnswer(window, next, shape)) : pieces,
  };
}

/** Whether what was pointed at, or what says most of the question, says the opposite without the words above it. */
function isForbidden(
  window: PassageWindow,
  {
    asked,
    pointed,
    pieces,
  }: {
    readonly asked: string;
    readonly pointed: { readonly start: number };
    readonly pieces: readonly AnswerPiece[];
  },
): boolean {
  const question = readQuestionTerms(asked);
  let nearest = { at: window.units.findIndex(({ end }) => end > pointed.start), named: 0 };
  if (negationOf(window, nearest.at) !== null) return true;
  for (const [at, unit] of window.units.entries()) {
    if (!pieces.some(({ start, end }) => unit.start >= start && unit.end <= end)) continue;
    const named = creditTerms(question, unitWords(window, unit)).size;
    if (named > nearest.named) nearest = { at, named };
  }
  return negationOf(window, nearest.at) !== null;
}

function evidenceOf({ text, passage }: PassageWindow, pieces: readonly AnswerPiece[]): string {
  const outside = pieces.filter(({ start, end }) => start < passage.start || end > passage.end);
  const start = Math.min(passage.start, ...outside.map((piece) => piece.start));
  const end = Math.max(passage.end, ...outside.map((piece) => piece.end));
  if (end - start <= evidenceUnitsMax) return text.slice(start, end);
  // The head of a long table is far above its row: the two together, without what lies between.
  return [...outside, passage].map((piece) => text.slice(piece.start, piece.end)).join('\n');
}

const evidenceUnitsMax = 4_000;
