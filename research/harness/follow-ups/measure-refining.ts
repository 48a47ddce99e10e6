import type { Turn } from '@avow/answering';
import { contentTerms } from '@avow/text/terms';
import type { Conversation } from './read-conversations.ts';

/** Turns a question into a standalone one. `history` is newest first. */
export type Refine = (asked: string, history: readonly Turn[]) => Promise<string>;

export interface Refined {
  readonly conversation: Conversation;
  readonly refined: string;
  /** The share correctly recognised as a follow-up or a standalone question. */
  readonly isDecidedRight: boolean;
  /** Recall and precision of the expected content words. */
  readonly recall: number;
  readonly precision: number;
}

export interface RefiningFigures {
  readonly count: number;
  readonly decidedRight: number;
  readonly recall: number;
  readonly precision: number;
  /** The share with exactly the expected content words. */
  readonly allRight: number;
}

/** Refines a conversation from its beginning; each refined question becomes history of the next. */
export async function refineConversation(refine: Refine, conversation: Conversation): Promise<Refined> {
  const history: Turn[] = [];
  let refined = '';
  for (const question of conversation.turns) {
    refined = await refine(question, history);
    history.unshift({ prompt: question, question: refined, wasAnswered: true });
  }
  const asked = conversation.turns.at(-1) ?? '';
  const expected = new Set(contentTerms(conversation.expected ?? asked));
  const there = new Set(contentTerms(refined));
  const both = expected.intersection(there).size;
  return {
    conversation,
    refined,
    isDecidedRight: (refined === asked) === (conversation.expected === null),
    recall: both / Math.max(1, expected.size),
    precision: both / Math.max(1, there.size),
  };
}

export function figuresOf(all: readonly Refined[]): RefiningFigures {
  const share = (measure: (one: Refined) => number) =>
    all.reduce((sum, one) => sum + measure(one), 0) / Math.max(1, all.length);
  return {
    count: all.length,
    decidedRight: share(({ isDecidedRight }) => Number(isDecidedRight)),
    recall: share(({ recall }) => recall),
    precision: share(({ precision }) => precision),
    allRight: share((one) => Number(one.isDecidedRight && one.recall === 1 && one.precision === 1)),
  };
}
