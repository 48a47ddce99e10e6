import type { Reader } from '@avow/inference';
import { readPassages } from '../ask-reader.ts';
import { callsAtOnce } from '../in-calls.ts';
import { workThrough } from '../work-through.ts';
import type { ReadQuestion } from './reading-figures.ts';
import type { QuestionToRead } from './reading-set.ts';

/** The best span for each question: over all its passages, the one with the largest margin over no answer. */
export async function readQuestions(
  reader: Reader,
  { label, questions }: { readonly label: string; readonly questions: readonly QuestionToRead[] },
): Promise<ReadQuestion[]> {
  return await workThrough(questions, { label, atOnce: callsAtOnce }, async (asked) => {
    const readings = asked.passages.length === 0 ? [] : await readPassages(reader, asked);
    let best = { predicted: '', margin: Number.NEGATIVE_INFINITY };
    for (const [at, { spans, noAnswerScore }] of readings.entries()) {
      const [span] = spans;
      if (span === undefined || span.score - noAnswerScore <= best.margin) continue;
      // Offsets count code points, unlike string indexes.
      const words = [...(asked.passages[at]?.text ?? '')].slice(span.start, span.end).join('');
      best = { predicted: words, margin: span.score - noAnswerScore };
    }
    return { id: asked.id, golds: asked.golds, ...best };
  });
}
