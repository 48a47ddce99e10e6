import { readRows } from '../../data-sets.ts';
import { takeSample } from '../../take-sample.ts';
import { readPassages } from './passages.ts';
import { isOfPart, type Part, type SampleSize, type TextSet } from './text-set.ts';

/** No model was trained on this file, only on other questions of the set. */
const questionFile = 'nq_open/efficientqa_dev';
const passagesPerCorpus = 250;

/** Texts that no check should block: requests to an assistant, customer messages, questions and passages. */
export function readOrdinarySets(
  dataFolder: string,
  { part, size }: { readonly part: Part; readonly size: SampleSize },
): TextSet[] {
  const sample = (texts: readonly string[]) => takeSample(texts, size);
  const halfOf = (texts: readonly string[]) => texts.filter((_, place) => isOfPart(place, part));
  // The screening model was trained on every fourth row of these sets.
  const texts = (name: string) =>
    readRows<{ text: string }>(dataFolder, name)
      .filter((_, place) => (part === 'fit' ? place % 4 === 2 : isOfPart(place, part)))
      .map(({ text }) => text);
  const questions = readRows<{ question: string }>(dataFolder, questionFile).map(({ question }) => question);
  const passages = readPassages(dataFolder, {
    ...{ part, perCorpus: passagesPerCorpus, seed: size.seed },
  }).flatMap((one) => one.passages);
  return [
    { name: 'clinc150', status: 'seen', texts: sample(texts('clinc150/all')) },
    { name: 'banking77', status: 'seen', texts: sample(texts('banking77/all')) },
    { name: 'nq_open', status: 'unseen', texts: sample(halfOf(questions)) },
    { name: 'passages of eight corpora', status: 'not said', texts: sample(passages) },
  ];
}
