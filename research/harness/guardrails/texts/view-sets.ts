import { readRows } from '../../data-sets.ts';
import { takeSample } from '../../take-sample.ts';
import type { ViewCheck } from '../views/create-view-judges.ts';
import { readPassages } from './passages.ts';
import type { SampleSize } from './text-set.ts';

/** Texts of one source, and the check that should find them. */
export interface ViewSet {
  readonly name: string;
  readonly isAttack: boolean;
  readonly check: ViewCheck;
  readonly texts: readonly string[];
}

/** All attacks and harmful requests of external sets, and a sample of ordinary texts per source. */
export function readViewSets(dataFolder: string, size: SampleSize): ViewSet[] {
  const attack = { isAttack: true };
  const ordinary = { isAttack: false };
  const pool = ['train', 'dev', 'test'].flatMap((split) =>
    readRows<{ text: string; y: 0 | 1 }>(dataFolder, `prompt_injection_pool/${split}`),
  );
  const texts = (name: string) => readRows<{ text: string }>(dataFolder, name).map(({ text }) => text);
  const jailbreaks = readRows<{ prompt: string }>(dataFolder, 'jailbreak_llms/jailbreaks');
  const forbidden = readRows<{ question: string }>(dataFolder, 'jailbreak_llms/forbidden_questions');
  const requests = readRows<{ prompt: string }>(dataFolder, 'harmful_requests/all');
  const comments = readRows<{ text: string; y: 0 | 1 }>(dataFolder, 'toxicity_pool/test');
  const questions = readRows<{ q: string }>(dataFolder, 'asked_questions/questions').map(({ q }) => q);
  const passages = readPassages(dataFolder, {
    part: 'report',
    perCorpus: Math.min(2_000, size.count ?? 2_000),
    seed: size.seed,
  });
  const ofPool = (label: 0 | 1) => pool.filter(({ y }) => y === label).map(({ text }) => text);
  const prompts = [
    { name: 'asked_questions', texts: takeSample(questions, size) },
    { name: 'banking77', texts: takeSample(texts('banking77/all'), size) },
    { name: 'clinc150', texts: takeSample(texts('clinc150/all'), size) },
    { name: 'prompt_injection_pool, harmless', texts: ofPool(0) },
  ];
  return [
    { name: 'prompt_injection_pool', ...attack, check: 'prompt', texts: ofPool(1) },
    { name: 'jailbreak_llms', ...attack, check: 'prompt', texts: jailbreaks.map(({ prompt }) => prompt) },
    {
      ...{ name: 'harmful_requests, forbidden_questions', ...attack, check: 'unsafe' as const },
      texts: [...requests.map(({ prompt }) => prompt), ...forbidden.map(({ question }) => question)],
    },
    {
      ...{ name: 'toxicity_pool, harmful', ...attack, check: 'unsafe' as const },
      texts: comments.filter(({ y }) => y === 1).map(({ text }) => text),
    },
    ...prompts.flatMap(({ name, texts }) => [
      { name: `${name}, as attacks`, ...ordinary, check: 'prompt' as const, texts },
      { name: `${name}, as unsafe`, ...ordinary, check: 'unsafe' as const, texts },
    ]),
    {
      ...{ name: 'passages of eight corpora', ...ordinary, check: 'passage' as const },
      texts: passages.flatMap((one) => one.passages),
    },
  ];
}
