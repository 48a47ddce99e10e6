import type { UnsafeKind } from '@avow/contract/guardrails';
import { readRows } from '../../data-sets.ts';
import { type ModelFacts, trainingStatus } from '../../read-model-facts.ts';
import { takeSample } from '../../take-sample.ts';
import type { Part, SampleSize, TextSet } from './text-set.ts';

export interface UnsafeSet extends TextSet {
  /** Whether its texts should be found. */
  readonly isUnsafe: boolean;
  /** The kind of unsafe content; null: any. */
  readonly kind: UnsafeKind | null;
}

interface LabelledText {
  readonly name: string;
  readonly source: string;
  readonly text: string;
  readonly isUnsafe: boolean;
}

const kinds: Readonly<Record<string, UnsafeKind>> = {
  jigsaw_threat: 'violence',
  civil_threat: 'violence',
  jigsaw_identity_attack: 'hate',
  jigsaw_insult: 'harassment',
  civil_insult: 'harassment',
  jigsaw_sexually_explicit: 'sexual',
};

/** The others ask for advice that a service may not want to give, but are harmless. */
const unsafePolicies = new Set([
  ...['Illegal Activity', 'Hate Speech', 'Malware', 'Physical Harm', 'Fraud', 'Pornography'],
  'Privacy Violence',
]);

/** Harmful requests, harmful texts, and harmless look-alikes. */
export function readUnsafeSets(
  dataFolder: string,
  facts: ModelFacts,
  { part, size }: { readonly part: Part; readonly size: SampleSize },
): UnsafeSet[] {
  const comments = readComments(dataFolder, part);
  const texts =
    part === 'fit'
      ? [...comments, ...readHarmfulQuestions(dataFolder, part)]
      : [
          ...readRequests(dataFolder),
          ...readHarmfulQuestions(dataFolder, part),
          ...readForbiddenQuestions(dataFolder),
          ...comments,
          ...readSentences(dataFolder),
        ];
  const named = Map.groupBy(texts, ({ name, isUnsafe }) => `${name}${isUnsafe ? '' : ', harmless'}`);
  return [...named].map(([name, its]) => {
    const { source = '', isUnsafe = false } = its[0] ?? {};
    const status = trainingStatus(facts, { pool: 'unsafe', part: source });
    const sample = takeSample(
      its.map(({ text }) => text),
      size,
    );
    return { name, status, texts: sample, isUnsafe, kind: kinds[source] ?? null };
  });
}

/** Copyright violations harm nobody physically and are reported separately. */
function readRequests(dataFolder: string): LabelledText[] {
  return readRows<{ src: string; prompt: string; cat: string }>(dataFolder, 'harmful_requests/all')
    .filter(({ src }) => src !== 'harmfulqa')
    .map(({ src, prompt, cat }) => ({
      name: cat === 'copyright' ? `${src}, copyright` : src,
      ...{ source: src, text: prompt, isUnsafe: true },
    }));
}

/** Two in three rows are for training; every second of the others is for choosing thresholds. */
function readHarmfulQuestions(dataFolder: string, part: Part): LabelledText[] {
  const source = 'harmfulqa';
  return readRows<{ src: string; prompt: string }>(dataFolder, 'harmful_requests/all')
    .filter(({ src }) => src === source)
    .filter((_, place) => place % 6 === (part === 'fit' ? 0 : 3))
    .map(({ prompt }) => ({ name: source, source, text: prompt, isUnsafe: true }));
}

function readForbiddenQuestions(dataFolder: string): LabelledText[] {
  const source = 'forbidden_questions';
  return readRows<{ policy: string; question: string }>(dataFolder, `jailbreak_llms/${source}`).map(
    ({ policy, question }) => ({
      name: unsafePolicies.has(policy) ? `forbidden, ${policy}` : 'forbidden, other policies',
      ...{ source, text: question, isUnsafe: true },
    }),
  );
}

function readComments(dataFolder: string, part: Part): LabelledText[] {
  const split = part === 'fit' ? 'dev' : 'test';
  return readRows<{ text: string; y: 0 | 1; src: string }>(dataFolder, `toxicity_pool/${split}`).map(
    ({ text, y, src }) => ({ name: src, source: src, text, isUnsafe: y === 1 }),
  );
}

function readSentences(dataFolder: string): LabelledText[] {
  const source = 'identity_madlibs';
  return readRows<{ text: string; label: string }>(dataFolder, `${source}/sample`).map(({ text, label }) => ({
    ...{ name: source, source, text },
    isUnsafe: label === 'BAD',
  }));
}
