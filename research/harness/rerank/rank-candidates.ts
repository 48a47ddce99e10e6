import type { PassageToRead, Reader } from '@avow/inference';
import { readPassages } from '../ask-reader.ts';
import { callsAtOnce } from '../in-calls.ts';
import { workThrough } from '../work-through.ts';
import { inOrderOf, mixScores } from './mix-scores.ts';

/** A question with its search results, best first. */
export interface Candidates<Candidate> {
  readonly question: string;
  readonly candidates: readonly Candidate[];
}

/** The same candidates in three orders. */
export interface Orders<Candidate> {
  readonly before: readonly Candidate[];
  /** By the reader alone. */
  readonly read: readonly Candidate[];
  readonly mixed: readonly Candidate[];
}

/** Orders the candidates of each question by the reader alone, and by the reader and the search together. */
export async function rankCandidates<Candidate>(
  reader: Reader,
  asked: readonly Candidates<Candidate>[],
  by: {
    readonly label: string;
    /** The share of the reader, 0 to 1. */
    readonly share: number;
    readonly passageOf: (candidate: Candidate) => PassageToRead;
    readonly scoreOf: (candidate: Candidate) => number;
  },
): Promise<Orders<Candidate>[]> {
  const { label, share, passageOf, scoreOf } = by;
  return await workThrough(asked, { label, atOnce: callsAtOnce }, async ({ question, candidates }) => {
    if (candidates.length === 0) return { before: [], read: [], mixed: [] };
    const readings = await readPassages(reader, { question, passages: candidates.map(passageOf) });
    const relevance = readings.map((reading) => reading.relevance);
    const search = candidates.map(scoreOf);
    return {
      before: candidates,
      read: inOrderOf(candidates, relevance),
      mixed: inOrderOf(candidates, mixScores({ search, relevance }, share)),
    };
  });
}
