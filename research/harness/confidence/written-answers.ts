import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Support, WrittenDraft } from '@avow/answering';
import type { Evidence } from '@avow/answering/score';
import { chooseGrounding, evidenceOf, groundLines } from '@avow/answering/testing/grounding';
import type { Reader } from '@avow/inference';
import { takeSample } from '../take-sample.ts';
import { createCorruptedRows } from '../writing/corrupted-sets.ts';
import { type GroundedRow, readGroundedSets } from '../writing/grounded-sets.ts';
import { type Measured, measureRows } from '../writing/measure-rows.ts';
import type { Part } from './asked-corpus.ts';
import type { LabelledAnswer } from './labelled-answer.ts';
import { openLineFile } from './line-file.ts';

/** Of the sets of written sentences, only the licence of the first allows fitting. */
const fittedOn = 'begin_wow';
const passagesEach = 10;
/** The tier that wrote a sentence is unknown and irrelevant: all three are scored alike. */
const tier = 1;

interface WrittenRows {
  readonly name: string;
  readonly part: Part;
  readonly isUnseen: boolean;
  readonly rows: readonly GroundedRow[];
}

interface CollectedSentence {
  readonly id: string;
  /** Null: the sentence is dropped, which leaves no answer. */
  readonly evidence: Evidence | null;
}

/**
 * Sentences of language models as one-sentence answers, and corrupted sentences of pages. A sentence is right if people
 * consider it supported by its sources; whether it also answers a question was not annotated.
 */
export async function collectWritten(
  dataFolder: string,
  parts: {
    readonly reader: Reader;
    readonly cacheFolder: string;
    readonly isFresh: boolean;
    readonly count: number | null;
    readonly seed: number;
    readonly parts: readonly Part[];
  },
): Promise<LabelledAnswer[]> {
  const folder = join(parts.cacheFolder, `judged-${parts.reader.name.replace(/[^\w.-]/g, '_')}`);
  mkdirSync(folder, { recursive: true });
  const labelled: LabelledAnswer[] = [];
  for (const set of readWrittenRows(dataFolder, parts)) {
    const file = openLineFile<CollectedSentence>(join(folder, `${set.name}-${set.part}.jsonl`), parts);
    const wanted = set.rows.filter((row) => !file.known.has(idOf(row)));
    for (const measured of await measureRows(parts.reader, { label: set.name, rows: wanted }))
      file.add({ id: idOf(measured.row), evidence: sentenceEvidence(measured) });
    labelled.push(
      ...set.rows.map((row) => labelSentence(set, row, file.known.get(idOf(row))?.evidence ?? null)),
    );
  }
  return labelled;
}

function readWrittenRows(
  dataFolder: string,
  sample: { readonly count: number | null; readonly seed: number; readonly parts: readonly Part[] },
): WrittenRows[] {
  return sample.parts.flatMap((part): WrittenRows[] => {
    const half = part === 'fit' ? 'tune' : 'report';
    const sets = readGroundedSets(dataFolder, half)
      .filter(({ name }) => name === fittedOn || (part === 'report' && name !== 'factcg_musique'))
      .map(({ name, rows }) => ({ name, part, isUnseen: name !== fittedOn, rows: takeSample(rows, sample) }));
    const pages = createCorruptedRows(dataFolder, { half, each: passagesEach, seed: sample.seed });
    return [...sets, { name: 'sentences_of_pages', part, isUnseen: false, rows: pages }];
  });
}

const idOf = ({ question, text, sources }: GroundedRow) =>
  JSON.stringify([question, text, sources.map((source) => source.text.slice(0, 80))]);

function labelSentence(set: WrittenRows, row: GroundedRow, evidence: Evidence | null): LabelledAnswer {
  return {
    ...{ corpus: set.name, domain: 'written', kind: 'written', isUnseen: set.isUnseen, part: set.part },
    isAnswerable: row.isSupported,
    isForeign: false,
    given:
      evidence === null ? null : { evidence, caps: [], isRight: row.isSupported, helps: row.isSupported },
  };
}

/** The evidence of an answer that consists of this sentence, if the product would keep it. */
function sentenceEvidence({ row, words, judgements }: Measured<GroundedRow>): Evidence | null {
  if (words.kind !== 'candidates') return null;
  const standing = words.candidates.flatMap((candidate, at) => {
    const judgement = judgements[at];
    const stands = candidate.score >= groundLines.coverageMin && candidate.gap <= groundLines.gapMax;
    return stands && judgement !== undefined ? [{ candidate, judgement }] : [];
  });
  const grounding = chooseGrounding(
    standing.map(({ candidate }) => candidate),
    standing.map(({ judgement }) => judgement),
    groundLines,
  );
  if (grounding.kind !== 'supported' || grounding.judged === null) return null;
  const { judged } = grounding;
  const support = grounding.quotes.flatMap(({ source: number, start, end }): Support[] => {
    const source = row.sources.find((one) => one.number === number);
    if (source === undefined) return [];
    const { documentId, pack, title, url } = source;
    const place = { documentId, pack, source: source.source, title, url, start, end };
    return [{ ...place, quote: source.text.slice(start, end), score: 1, follows: 'as_paragraph' }];
  });
  const draft: WrittenDraft = {
    ...{ kind: 'written', sourceType: 'document', support, json: null, judgedBy: 'measured' },
    found: { kind: 'written', supported: judged.supported, keptShare: 1, logProbability: null },
    units: [{ text: row.text, join: '', restsOn: support.map((_, at) => at), claims: true, judged }],
  };
  return evidenceOf(draft, { question: row.question, tier });
}
