import type { Evidence } from '@avow/answering/score';
import type { ConfidenceCap } from '@avow/contract/values';
import { isPage } from '../answers/choose-pages.ts';
import type { AskedCorpus, CorpusQuestion, Part } from './asked-corpus.ts';
import type { CollectedAnswer } from './collect-answers.ts';
import { type Expected, isAnswerable, markGiven } from './mark-given.ts';

/** A given answer with its evidence, and whether it is right. */
export interface MarkedEvidence {
  readonly evidence: Evidence;
  readonly caps: readonly ConfidenceCap[];
  readonly isRight: boolean;
  /** Right or partly right. */
  readonly helps: boolean;
}

/** A question and its outcome. */
export interface LabelledAnswer {
  readonly corpus: string;
  /** The kind of corpus, regardless of how it was answered. */
  readonly domain: string;
  /** Answers of one kind are reported together. */
  readonly kind: string;
  readonly isUnseen: boolean;
  readonly part: Part;
  /** Whether the corpus answers the question. */
  readonly isAnswerable: boolean;
  /** Whether the question is off-topic. */
  readonly isForeign: boolean;
  /** Null: no answer was given. */
  readonly given: MarkedEvidence | null;
}

/** Marks collected answers. Those given without a model for lack of time are left out. */
export function labelAnswers(
  corpus: AskedCorpus,
  { kind, collected }: { readonly kind: string; readonly collected: ReadonlyMap<string, CollectedAnswer> },
): LabelledAnswer[] {
  return corpus.questions.flatMap((question): LabelledAnswer[] => {
    const answer = collected.get(question.id);
    if (answer === undefined || answer.isDegraded) return [];
    const { part, expected } = question;
    return [
      {
        ...{ corpus: corpus.name, domain: corpus.kind, kind, isUnseen: corpus.isUnseen, part },
        isAnswerable: isAnswerable(expected),
        isForeign: question.isForeign ?? false,
        given: markCollected(question, answer),
      },
    ];
  });
}

function markCollected({ expected }: CorpusQuestion, collected: CollectedAnswer): MarkedEvidence | null {
  const { answer, cited, evidence, caps } = collected;
  if (answer === null || evidence === null) return null;
  const given = { kind: 'answered', text: answer, sources: sourcesOf(expected, cited) } as const;
  const mark = markGiven(expected, given);
  return { evidence, caps, isRight: mark === 'right', helps: mark !== 'wrong' };
}

/** Citations name files; questions about documentation name pages. */
function sourcesOf(expected: Expected, cited: readonly string[]): readonly string[] {
  if (expected.kind !== 'facts') return cited;
  return expected.question.sources.filter((id) => cited.some((file) => isPage(file, id)));
}
