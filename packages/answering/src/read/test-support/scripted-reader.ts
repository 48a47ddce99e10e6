import type { ClaimJudgement, ClaimToJudge, PassageToRead, Reader, Reading } from '@avow/inference';
import { indexCodePoints } from '@avow/text/sentences';
import { contentTerms } from '@avow/text/terms';

/** What a scripted reader does; what is left out it does by words in common. */
export interface ReaderScript {
  /** The words of the passage that answer, or null: it has no answer. */
  readonly point?: (question: string, passage: PassageToRead) => string | null;
  /** How sure it is of the words that it points at; at less than 1 another passage might be better. */
  readonly sureness?: number;
  readonly judge?: (claim: ClaimToJudge) => ClaimJudgement;
  /** Cannot in its time. */
  readonly isLost?: () => boolean;
  readonly isJudgeLost?: () => boolean;
}

export const supported: ClaimJudgement = { supported: 0.94, contradicted: 0.02, neither: 0.04 };
export const contradicted: ClaimJudgement = { supported: 0.02, contradicted: 0.95, neither: 0.03 };
export const neither: ClaimJudgement = { supported: 0.01, contradicted: 0.02, neither: 0.97 };

/** A reader without a model: a function of question and passage, so that a test says what was read. */
export function scriptedReader(script: ReaderScript = {}): Reader & { readonly calls: string[] } {
  const { point = pointByWords, sureness = 8, judge = () => supported } = script;
  const calls: string[] = [];
  return {
    name: 'scripted-reader',
    calls,
    read: async (question, passages) => {
      calls.push(`read ${passages.length}`);
      if (script.isLost?.() === true) return null;
      return passages.map((passage) => readingOf(passage.text, point(question, passage), sureness));
    },
    judge: async (claims) => {
      calls.push(`judge ${claims.length}`);
      return script.isLost?.() === true || script.isJudgeLost?.() === true ? null : claims.map(judge);
    },
    close: async () => undefined,
  };
}

function readingOf(text: string, pointed: string | null, sureness: number): Reading {
  const at = pointed === null ? -1 : text.indexOf(pointed);
  const offsets = indexCodePoints(text);
  if (text === '') return { relevance: -6, noAnswerScore: 6, spans: [] };
  if (pointed === null || at === -1) {
    const end = Math.min(1, offsets.toCodePoint(text.length));
    return { relevance: -6, noAnswerScore: 12, spans: [{ start: 0, end, score: -12 }] };
  }
  const [start, end] = [offsets.toCodePoint(at), offsets.toCodePoint(at + pointed.length)];
  return { relevance: sureness, noAnswerScore: -sureness, spans: [{ start, end, score: sureness }] };
}

/** The line that shares most words with the question, where it shares two. */
function pointByWords(question: string, { text }: PassageToRead): string | null {
  const asked = new Set(contentTerms(question));
  const lines = text.split('\n').map((line) => ({
    line,
    shared: contentTerms(line).filter((term) => asked.has(term)).length,
  }));
  const best = lines.sort((one, other) => other.shared - one.shared)[0];
  return best !== undefined && best.shared >= 2 ? best.line : null;
}
