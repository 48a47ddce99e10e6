import type { AnswerSpan } from '@avow/inference';
import { indexCodePoints, splitSentences } from '@avow/text/sentences';

interface Pointed {
  readonly text: string;
  readonly span: AnswerSpan;
}

/** The words that a reader points at. */
export function pointedWords({ text, span }: Pointed): string {
  const offsets = indexCodePoints(text);
  return text.slice(offsets.toUtf16(span.start), offsets.toUtf16(span.end));
}

/** The sentences that hold the words that a reader points at. */
export function pointedSentences({ text, span }: Pointed): string {
  const offsets = indexCodePoints(text);
  const [start, end] = [offsets.toUtf16(span.start), offsets.toUtf16(span.end)];
  const around = splitSentences(text).filter((sentence) => sentence.end > start && sentence.start < end);
  return text.slice(
    Math.min(start, ...around.map((sentence) => sentence.start)),
    Math.max(end, ...around.map((sentence) => sentence.end)),
  );
}
