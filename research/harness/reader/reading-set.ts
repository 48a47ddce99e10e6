import type { PassageToRead } from '@avow/inference';
import { readRows } from '../data-sets.ts';

/** A question with the passages to read. */
export interface QuestionToRead {
  readonly id: string;
  readonly question: string;
  readonly passages: readonly PassageToRead[];
  /** Each of them is right; empty: the passages do not answer the question. */
  readonly golds: readonly string[];
}

export interface GoldAnswer {
  readonly text: string;
}

/** The answers of three published systems to the same questions; empty for no answer. */
export type PeerAnswers = ReadonlyMap<string, Readonly<Record<string, string>>>;

interface SquadQuestion {
  readonly id: string;
  readonly ctx_id: string;
  readonly question: string;
  readonly answers: readonly GoldAnswer[];
}

/** SQuAD 2.0: the articles with these titles; null: all. Read without the title, as published systems do. */
export function readSquad(dataFolder: string, titles: readonly string[] | null): QuestionToRead[] {
  const contexts = new Map(
    readRows<{ ctx_id: string; title: string; text: string }>(dataFolder, 'squad2_dev/contexts').map(
      (context) => [context.ctx_id, context],
    ),
  );
  const wanted = titles && new Set(titles.map(plainTitle));
  return readRows<SquadQuestion>(dataFolder, 'squad2_dev/questions').flatMap((row) => {
    const context = contexts.get(row.ctx_id);
    if (context === undefined) throw new Error(`squad2_dev has no context ${row.ctx_id}`);
    if (wanted !== null && !wanted.has(plainTitle(context.title))) return [];
    const { id, question, answers } = row;
    return [{ id, question, passages: [{ context: '', text: context.text }], golds: answers.map(textOf) }];
  });
}

/** Titles have spaces in one place and underscores in the other. */
const plainTitle = (title: string) => title.replaceAll('_', ' ');

export function readPeerAnswers(dataFolder: string): PeerAnswers {
  const rows = readRows<Record<string, string>>(dataFolder, 'squad2_dev/peer_predictions');
  return new Map(rows.map(({ id = '', ...answers }) => [id, answers]));
}

/** Questions about privacy policies, each answered by its paragraph. */
export function readPolicies(dataFolder: string): QuestionToRead[] {
  interface Row {
    readonly id: string;
    readonly question: string;
    readonly context: string;
    readonly answers: readonly GoldAnswer[];
  }
  return readRows<Row>(dataFolder, 'policyqa/all').map(({ id, question, context, answers }) => ({
    id,
    question,
    passages: [{ context: '', text: context }],
    golds: answers.map(textOf),
  }));
}

export const textOf = ({ text }: GoldAnswer) => text;
