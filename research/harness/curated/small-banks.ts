import { createHash } from 'node:crypto';
import type { CuratedCandidate } from './curated-matcher.ts';
import type { CuratedSet, QuestionTerms } from './curated-set.ts';

/** Questions of a set, each with the phrasings it is compared with. */
export interface AskedOfBank {
  readonly set: CuratedSet;
  readonly candidates: readonly (readonly CuratedCandidate[])[];
}

const neighboursMax = 3;
const askedMax = 1_500;

/**
 * The same questions, asked of the banks that most people have: a handful of pairs. Each is asked twice: of its own pair
 * and up to three neighbours, and of those neighbours alone, which must then not answer it.
 */
export function inSmallBanks({ set, candidates }: AskedOfBank): AskedOfBank {
  const all = set.asked.flatMap((asked, at) => {
    if (asked.rightId === null) return [];
    const near = [...(candidates[at] ?? [])].sort(byNearness);
    const others = [...new Set(near.map(({ pairId }) => pairId))].filter((id) => id !== asked.rightId);
    if (others.length < neighboursMax || others.length === new Set(near.map(({ pairId }) => pairId)).size)
      return [];
    const neighbours = neighboursAmong(others, draw(asked.text));
    return [
      { asked: named(asked, 'its pair is there'), its: among(near, [asked.rightId, ...neighbours]) },
      {
        asked: { ...named(asked, 'only neighbours'), rightId: null },
        its: among(near, neighbours),
      },
    ];
  });
  const chosen = all.slice(0, askedMax * 2);
  return {
    set: { ...set, name: `${set.name}_small`, asked: chosen.map(({ asked }) => asked) },
    candidates: chosen.map(({ its }) => its),
  };
}

/** One to three. In every other bank only the first is near, and the rest is about something else. */
function neighboursAmong(others: readonly string[], drawn: number): string[] {
  const count = 1 + (Math.floor(drawn / 2) % neighboursMax);
  const [nearest = ''] = others;
  return drawn % 2 === 0 ? others.slice(0, count) : [nearest, ...others.slice(1).slice(-count)];
}

const named = (asked: QuestionTerms, kind: string): QuestionTerms => ({ ...asked, kind });

function among(near: readonly CuratedCandidate[], pairIds: readonly string[]): CuratedCandidate[] {
  return near.filter(({ pairId }) => pairIds.includes(pairId));
}

function byNearness(one: CuratedCandidate, other: CuratedCandidate): number {
  return (other.vectorScore ?? 0) - (one.vectorScore ?? 0);
}

/** The same number for the same text in every run. */
function draw(text: string): number {
  return createHash('sha256').update(`size ${text}`).digest().readUInt32BE(0);
}
