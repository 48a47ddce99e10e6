import { wordsOf } from '@avow/text/terms';
import { headOf, inSingular, isPlural } from './english-grammar.ts';
import { findQuestionSubject, gerundOf } from './find-question-subject.ts';
import { finish, hasDeterminer, isState, readShape } from './question-shape.ts';

const wordsMax = 8;
/** Nouns that are of something else, with the preposition before it; empty: by none it is certain. */
const relations: Readonly<Record<string, string>> = {
  ...{ limit: 'on', limits: 'on', cap: 'on', restrictions: 'on', exceptions: '', alternatives: '' },
  ...{ alternative: '', deadline: 'for', fee: 'for', fees: 'for', charge: 'for', requirements: 'for' },
  ...{ maximum: '', minimum: '', process: 'for', procedure: 'for', steps: 'for', difference: 'between' },
  differences: 'between',
};
const lacking = new RegExp(
  `^(?:what(?:['’]?s|['’]re|\\s+is|\\s+are)\\s+the|(?:is|are)\\s+there\\s+(?:an?|any|some))\\s+(?:(?:main|upper|lower|total|size|time|usual)\\s+)?(?<noun>${Object.keys(relations).join('|')})$`,
  'iu',
);
const choosing =
  /^which\s+(?:(?<ones>ones?)\s+(?<asked>\S.*)|(?<compared>is\s+(?:the\s+)?(?:best|better|worst|worse|\p{L}+(?:er|est))))$/iu;

/** "Is there a limit" does not say of what, and "which one is best" not of which. */
export function lacksRelation(text: string): boolean {
  return lacking.test(text) || choosing.test(text);
}

/** Puts in what the limit applies to, or what is chosen from, as the previous question names it. Null where that is not plain. */
export function putRelation(text: string, anchor: string): string | null {
  const choice = choosing.exec(text)?.groups;
  if (choice !== undefined) return putChoice(choice, anchor);
  const noun = lacking.exec(text)?.groups?.['noun']?.toLowerCase() ?? '';
  const preposition = relations[noun] ?? '';
  const about = preposition === 'between' ? listedIn(anchor) : aboutOf(anchor);
  return preposition === '' || about === null || wordsOf(about).length > wordsMax
    ? null
    : finish(`${text.replace(/^what['’]?s\b/iu, 'what is')} ${preposition} ${about}`);
}

function putChoice(
  { ones, asked, compared }: Readonly<Record<string, string | undefined>>,
  anchor: string,
): string | null {
  const listed = listedIn(anchor);
  if (listed === null) return null;
  const bare = listed.replace(/^the\s+/iu, '');
  if (hasDeterminer(bare)) return finish(`which of ${bare} ${asked ?? compared ?? ''}`);
  const head = headOf(bare);
  const isOne = !/^ones$/iu.test(ones ?? '');
  return finish(
    `which ${isOne ? inSingular(head) : head}${bare.slice(head.length)} ${asked ?? compared ?? ''}`,
  );
}

/** What a question asks to list, and nothing else: "What merge methods are there?" */
function listedIn(question: string): string | null {
  const shape = readShape(question);
  if (shape === null || !isState(shape) || !/^(?:what|which)\b/iu.test(shape.asks)) return null;
  const isList = shape.predicate === '' || (shape.predicate === 'there' && shape.subject === '');
  const about = isList ? findQuestionSubject(question, { isMany: true }) : null;
  return about !== null && isPlural(headOf(about)) ? about : null;
}

/** What is done, else the thing that is asked of, if nothing else is said of it. */
function aboutOf(question: string): string | null {
  const done = gerundOf(question);
  if (done !== null) return done;
  const shape = readShape(question);
  return shape !== null && isState(shape) && shape.predicate !== '' ? null : findQuestionSubject(question);
}
