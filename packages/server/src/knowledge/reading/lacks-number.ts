import type { AnswerSpan } from '../../interfaces/reader.ts';
import { indexCodePoints } from '../../text/code-points.ts';
import { splitSentences } from '../../text/sentences.ts';
import type { QuestionKind } from '../question-kind.ts';

const askedByNumber: ReadonlySet<QuestionKind> = new Set(['amount', 'duration', 'frequency']);
/** "Every week" and "without limit" say how often and how much as well as a number does. */
const saysHowMuch =
  /\p{Nd}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|half|single|several|many|once|twice|hourly|daily|weekly|monthly|quarterly|yearly|annually|every|each|no|none|never|always|unlimited|indefinitely|forever)\b/iu;

/** Whether a number is asked for, and the sentence that was pointed at has none. */
export function lacksNumber(
  kind: QuestionKind,
  { text, span }: { readonly text: string; readonly span: AnswerSpan },
): boolean {
  if (!askedByNumber.has(kind)) return false;
  const offsets = indexCodePoints(text);
  const [start, end] = [offsets.toUtf16(span.start), offsets.toUtf16(span.end)];
  const around = splitSentences(text).filter((sentence) => sentence.end > start && sentence.start < end);
  const words = text.slice(
    Math.min(start, ...around.map((sentence) => sentence.start)),
    Math.max(end, ...around.map((sentence) => sentence.end)),
  );
  return !saysHowMuch.test(words);
}
