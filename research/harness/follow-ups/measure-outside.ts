import type { Turn } from '@avow/answering';
import type { Encoder } from '@avow/inference';
import { contentTerms } from '@avow/text/terms';
import { readRows } from '../data-sets.ts';
import { takeSample } from '../take-sample.ts';
import type { Refine } from './measure-refining.ts';
import { openPageSearch } from './open-page-search.ts';
import type { CastTopic } from './read-cast.ts';

const turnsMax = 4;
const moreTermsMax = 3;
const passagesCompared = 5;
/** Besides those that have an answer: embedding all would take long. */
const otherPages = 60;

/** How near refined questions are to the versions of people, by content words. */
export interface OutsideFigures {
  readonly count: number;
  readonly recall: number;
  readonly precision: number;
  /** The share with exactly the words of the expected question. */
  readonly exact: number;
  /** The share with all of them, and at most three more. */
  readonly covers: number;
}

export interface Pair {
  readonly refined: string;
  readonly expected: string;
}

export function outsideFigures(pairs: readonly Pair[]): OutsideFigures {
  const rows = pairs.map(({ refined, expected }) => {
    const wanted = new Set(contentTerms(expected));
    const made = new Set(contentTerms(refined));
    const both = wanted.intersection(made).size;
    const isWhole = both === wanted.size;
    return {
      recall: both / Math.max(1, wanted.size),
      precision: both / Math.max(1, made.size),
      exact: Number(isWhole && made.size === wanted.size),
      covers: Number(isWhole && made.size <= wanted.size + moreTermsMax),
    };
  });
  const mean = (pick: (row: (typeof rows)[number]) => number) =>
    rows.reduce((sum, row) => sum + pick(row), 0) / Math.max(1, rows.length);
  return {
    count: rows.length,
    recall: mean(({ recall }) => recall),
    precision: mean(({ precision }) => precision),
    exact: mean(({ exact }) => exact),
    covers: mean(({ covers }) => covers),
  };
}

/** Refines whole conversations; each refined question becomes history of the next. A turn of two conversations counts once. */
export async function refineTopics(refine: Refine, topics: readonly CastTopic[]): Promise<Pair[]> {
  const pairs = new Map<string, Pair>();
  for (const topic of topics) {
    const history: Turn[] = [];
    for (const [at, { asked, expected }] of topic.entries()) {
      const refined = await refine(asked, history.slice(0, turnsMax));
      history.unshift({ prompt: asked, question: refined, wasAnswered: true });
      const path = topic.slice(0, at + 1).map((turn) => turn.asked);
      if (at > 0) pairs.set(path.join('\n'), { refined, expected });
    }
  }
  return [...pairs.values()];
}

interface AskedFollowUp {
  readonly corpus: string;
  readonly first: string;
  readonly second: string;
  readonly standalone: string;
  readonly sources: readonly string[];
}

export interface AskedFigures extends OutsideFigures {
  /** The share that finds the same first page as the question that somebody made standalone. */
  readonly samePage: number;
  /** The share with a page that has the answer among the first five passages. */
  readonly source: number;
}

/** The two-turn follow-ups of `asked_eval`, searched in pages of the corpus that they are about. */
export async function measureAsked(
  dataFolder: string,
  methods: Readonly<Record<string, Refine>>,
  encoder: Encoder | null,
): Promise<Record<string, AskedFigures>> {
  const rows = readRows<AskedFollowUp>(dataFolder, 'asked_eval/followups');
  const made = new Map(
    Object.keys(methods).map((name) => [name, { pairs: [] as Pair[], samePage: 0, source: 0 }]),
  );
  for (const [corpus, followUps] of Map.groupBy(rows, (row) => row.corpus)) {
    const all = readRows<{ id: string; text: string }>(dataFolder, `corpus_${corpus}_handbook/docs`);
    const named = new Set(followUps.flatMap(({ sources }) => sources));
    const others = takeSample(
      all.filter(({ id }) => !named.has(id)),
      { count: otherPages, seed: 1 },
    );
    const pages = [...all.filter(({ id }) => named.has(id)), ...others];
    const search = await openPageSearch({ label: corpus, pages }, encoder);
    for (const { first, second, standalone, sources } of followUps) {
      const [wanted] = await search.find(standalone, 1);
      for (const [name, refine] of Object.entries(methods)) {
        const refined = await refine(second, [{ prompt: first, question: first, wasAnswered: true }]);
        const found = await search.find(refined, passagesCompared);
        const kept = made.get(name);
        if (kept === undefined) continue;
        kept.pairs.push({ refined, expected: standalone });
        kept.samePage += Number(found[0]?.page === wanted?.page);
        kept.source += Number(found.some(({ page }) => sources.includes(page)));
      }
    }
    await search.close();
  }
  return Object.fromEntries(
    [...made].map(([name, { pairs, samePage, source }]) => [
      name,
      { ...outsideFigures(pairs), samePage: samePage / pairs.length, source: source / pairs.length },
    ]),
  );
}
