import { rememberResults } from '@avow/text';
import type { QuestionKind } from '@avow/text/languages';
import { contentTerms, hasNegation, isGenericTerm, isNumberTerm, stem, wordsOf } from '@avow/text/terms';
import { askedKind } from './same-question-kind.ts';

/** A question, analysed once for all comparisons. */
export interface QuestionReading {
  readonly text: string;
  /** In lower case, in order. */
  readonly words: readonly string[];
  /** Every word and every part of a hyphenated one, as written and as a stem. */
  readonly forms: ReadonlySet<string>;
  /** The content terms, in order. */
  readonly order: readonly string[];
  /** How often each of them occurs. */
  readonly terms: ReadonlyMap<string, number>;
  /** Numbers, ids that contain a digit, and currency and unit signs, sorted. */
  readonly numbers: string;
  /** Terms that are capitalised without being the first word. */
  readonly names: ReadonlySet<string>;
  /** The things that it names with an article or "my": "badge" in "How do I reset my old badge?". */
  readonly objects: ReadonlySet<string>;
  readonly kind: QuestionKind;
  readonly isNegated: boolean;
}

/** Curated questions are short; only the beginning of longer texts is read. */
const readUnitsMax = 4_000;
// "Must I?" is not "May I?".
const necessity: ReadonlySet<string> = new Set(
  'must need require oblige mandatory should shall'.split(' ').map(stem),
);
const possibility: ReadonlySet<string> = new Set(
  'can may could might allow permit able possible get entitle'.split(' ').map(stem),
);
/** Longer noun phrases are rare. */
const phraseWordsMax = 5;
const signs = /[$€£¥%°]/gu;

/** Cached, because the same curated questions are compared with many questions. */
const readingsMax = 2_000;
const readBeginning = rememberResults({ textsMax: readingsMax }, readText);

export function readQuestion(whole: string): QuestionReading {
  return readBeginning(whole.slice(0, readUnitsMax));
}

function readText(text: string): QuestionReading {
  const written = wordsOf(text);
  const words = written.map((word) => word.toLowerCase());
  const order = contentTerms(text);
  const terms = new Map<string, number>();
  for (const term of order) terms.set(term, (terms.get(term) ?? 0) + 1);
  return {
    text,
    words,
    forms: new Set(
      words.flatMap((word) => [word, ...word.split(/[-‐‑]/u)]).flatMap((word) => [word, stem(word)]),
    ),
    order,
    terms,
    numbers: [...new Set([...order.filter(isNumberTerm), ...(text.match(signs) ?? [])])].sort().join(' '),
    names: namesAmong(written),
    objects: objectsAmong(words),
    kind: askedKind(text),
    isNegated: hasNegation(text),
  };
}

/** If most words are capitalised, capitals do not indicate names. */
function namesAmong(written: readonly string[]): Set<string> {
  const capitals = written.slice(1).filter((word) => /^\p{Lu}/u.test(word) && word !== 'I');
  if (capitals.length * 2 > written.length) return new Set();
  return new Set(capitals.flatMap((word) => contentTerms(word)));
}

/** Whether they ask for different kinds of answer. A text without a question word may ask for any. */
export function kindsDiffer(one: QuestionReading, other: QuestionReading): boolean {
  return one.kind !== other.kind && one.kind !== 'none' && other.kind !== 'none';
}

const determiners: ReadonlySet<string> = new Set(
  'my our your his her their its the a an this that these those any'.split(' '),
);

/** The last word of each noun phrase that begins with a determiner. */
function objectsAmong(words: readonly string[]): Set<string> {
  const found = new Set<string>();
  words.forEach((word, position) => {
    if (!determiners.has(word)) return;
    const next = words.slice(position + 1, position + 1 + phraseWordsMax);
    const end = next.findIndex((one) => contentTerms(one).length === 0);
    const head = contentTerms(next.slice(0, end === -1 ? next.length : end).join(' ')).at(-1);
    if (head !== undefined && !isGenericTerm(head)) found.add(head);
  });
  return found;
}

/**
 * Whether they say the same of different things, as "reset my badge" and "reset my password" do. Questions that share no
 * other word may use two words for one thing.
 */
export function objectsDiffer(one: QuestionReading, other: QuestionReading): boolean {
  if (one.objects.size === 0 || other.objects.size === 0) return false;
  const shared = [...one.terms.keys()].filter((term) => other.terms.has(term) && !isGenericTerm(term));
  return shared.length > 0 && shared.every((term) => !one.objects.has(term) && !other.objects.has(term));
}

/** Whether one asks about an obligation and the other about a permission. */
export function demandsDiffer(one: QuestionReading, other: QuestionReading): boolean {
  return (demands(one) && allows(other)) || (demands(other) && allows(one));
}

function demands({ forms }: QuestionReading): boolean {
  return !forms.isDisjointFrom(necessity) && forms.isDisjointFrom(possibility);
}

function allows({ forms }: QuestionReading): boolean {
  return !forms.isDisjointFrom(possibility) && forms.isDisjointFrom(necessity);
}
