import {
  claimOf,
  createUnitCutter,
  type Grounding,
  notCoveredWord,
  repeatsQuestion,
  stripAttribution,
} from '@avow/answering/testing';
import { answerWords } from '@avow/evaluation';

/** A sentence, list item or row that the model wrote, and what became of it. */
export interface SentenceEnd {
  readonly text: string;
  readonly isKept: boolean;
  /** Null: it is kept. */
  readonly reason: string | null;
}

interface DraftEnd {
  readonly question: string;
  readonly found: ReadonlyMap<string, Grounding>;
  /** What was delivered of it; null: nothing. */
  readonly answer: string | null;
}

/** What became of each sentence of a draft. */
export function sentenceEnds(draft: string, { question, found, answer }: DraftEnd): SentenceEnd[] {
  const cutter = createUnitCutter();
  const units = [...cutter.push(draft), ...cutter.end()];
  const delivered = answer === null ? '' : answerWords(answer);
  return units.map((unit, at) => {
    const read = at === 0 ? stripAttribution(unit) : unit;
    const isKept = delivered.includes(answerWords(read.text)) && delivered !== '';
    const claim = claimOf(read);
    // What leads in to a claim is compared together with it.
    const grounding = found.get(claim) ?? [...found].find(([text]) => text.endsWith(claim))?.[1];
    const saysNotCovered = unit.text.includes(notCoveredWord);
    const repeats = grounding === undefined && repeatsQuestion(unit.text, question);
    const reason = saysNotCovered
      ? 'says that the sources do not answer'
      : repeats
        ? 'repeats the question'
        : reasonOf(grounding);
    return { text: unit.text, isKept, reason: isKept ? null : reason };
  });
}

function reasonOf(grounding: Grounding | undefined): string {
  if (grounding === undefined) return 'not read: the answer had ended';
  switch (grounding.kind) {
    case 'unsupported':
      return grounding.why;
    case 'claims_nothing':
      return 'claims nothing';
    case 'supported':
      return grounding.judged === null ? 'not judged in time' : 'supported, but the answer was discarded';
  }
}
