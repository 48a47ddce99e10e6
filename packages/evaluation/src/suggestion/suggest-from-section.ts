import type { HeadedSection } from './read-sections.ts';

/** A question that what stands under a heading answers as a whole. */
export interface AskedSection {
  readonly question: string;
  readonly method: 'steps' | 'named' | 'heading';
}

const headingWordsMax = 9;

export function askSection(section: HeadedSection): AskedSection | null {
  const { heading, hasSteps } = section;
  const words = heading.split(' ');
  if (heading === '' || words.length > headingWordsMax || /[,;:()]/.test(heading)) return null;
  return askHow(heading) ?? (hasSteps ? askSteps(words) : null) ?? askNamed(words, section);
}

const lowerWord = /^[\p{Ll}-]*$/u;
const participle = /^\p{Ll}+(?:ed|en|de|wn|ght|nd|ept|ld)$/u;

/** The first word of what is done: with an article, or in the plural. */
const beginsSubject = (word: string) => /^(?:a|the|\p{Ll}+s)/u.test(word) && lowerWord.test(word);

/** "How a score is made" → how is a score made? Word by word, so that a long heading takes no longer than it should. */
function askHow(heading: string): AskedSection | null {
  const [how, ...words] = heading.split(' ');
  if (how !== 'How' || !beginsSubject(words[0] ?? '') || !words.every((word) => lowerWord.test(word)))
    return null;
  const at = words.findIndex(
    (word, index) =>
      index > 0 && (word === 'is' || word === 'are') && participle.test(words[index + 1] ?? ''),
  );
  if (at < 0 || words.slice(at + 2).some((word) => word.includes('-'))) return null;
  const question = ['How', words[at], ...words.slice(0, at), ...words.slice(at + 1)].join(' ');
  return { question: `${question}?`, method: 'heading' };
}

/** Verbs that manuals give orders with. */
const orders = new Set(
  'add allow apply ask book build call cancel change check choose claim clean clear close compare complete configure connect contact copy create delete deploy disable download edit enable enter exchange export fetch file fill find get give go import install invite join keep leave load log make manage mark measure migrate mount move narrow open order park pay pick plan print publish put read record redeem register remove rename renew repair replace report request reserve reset restart restore return revoke roll rotate run save schedule search select send serve set share sign start stop store submit switch take test transfer try turn undo uninstall unlock update upgrade upload use verify view withdraw work write'.split(
    ' ',
  ),
);

/** "Load a folder", "Loading a folder" over steps → how do I load a folder? */
function askSteps(words: readonly string[]): AskedSection | null {
  const [first = '', ...rest] = words;
  const order = orderOf(first.toLowerCase());
  if (order === null || rest.length === 0 || !/^\p{L}/u.test(rest[0] ?? '')) return null;
  // "Set up" alone says of nothing what is set up.
  if (rest.length === 1 && ['up', 'in', 'out', 'it', 'on', 'off', 'down'].includes(rest[0] ?? ''))
    return null;
  // What a pronoun stands for is not in the heading.
  if (rest.some((word) => ['it', 'its', 'them', 'this', 'that', 'one'].includes(word))) return null;
  const asked = rest
    .map((word) => (word === 'your' ? 'my' : word === 'you' ? 'I' : word))
    .join(' ')
    .replace(/ first$/, '');
  return { question: `How do I ${order} ${asked}?`, method: 'steps' };
}

function orderOf(word: string): string | null {
  if (orders.has(word)) return word;
  if (!word.endsWith('ing')) return null;
  const stem = word.slice(0, -3);
  const shorter = /(\p{L})\1$/u.test(stem) ? stem.slice(0, -1) : stem;
  return [stem, `${stem}e`, shorter].find((base) => orders.has(base)) ?? null;
}

/** A setting, a command or a file by its name → what is it for? */
function askNamed(words: readonly string[], { sentences }: HeadedSection): AskedSection | null {
  const [name = ''] = words;
  const isName =
    words.length === 1 && /^\p{Lu}[\p{Lu}\d]*(?:_[\p{Lu}\d]+)+$|^[\p{L}\d-]+\.\p{L}{2,5}$/u.test(name);
  if (!isName || sentences.length === 0) return null;
  return { question: `What is ${name} for?`, method: 'named' };
}
