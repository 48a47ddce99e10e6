import { contentTerms } from '@avow/text/terms';
import {
  askingWords,
  auxiliaries,
  headOf,
  isPlural,
  looksLikeName,
  namesPersons,
  persons,
  prepositions,
  subordinateClause,
} from './english-grammar.ts';
import { hasDeterminer, inBaseForm, isState, type QuestionShape, readShape } from './question-shape.ts';
import { hasVerbAfter, inGerund, objectOf } from './verb-phrase.ts';

/** A pronoun, or more than a noun: it has a verb of its own. */
const isClause = new RegExp(
  `^(?:this|that)$|^(?:most|more|less|too|very|just|only|even|not)\\s|(?:^|\\s)(?:${auxiliaries}|be|${askingWords}|${persons.replace(/\|(?:one|people)\b/g, '')}|it)(?:\\s|$)`,
  'iu',
);
const asking = new RegExp(
  `^(?:(?:${prepositions})\\s+)?(?:${askingWords})\\b(?:\\s+(?:many|much|long|often|big|large|far|fast|soon|old|high))?`,
  'iu',
);
/** "What happens to my laptop?" */
const afterVerb = new RegExp(`^\\S+\\s+(?:${prepositions})\\s+(\\S.*)$`, 'iu');
const ofOthers = /\b(?:their|his|her)\b/iu;
const lastWordAlone = new RegExp(`\\s+(?:${prepositions})$`, 'iu');

/** What a question is about, as "it" takes it up, or "they" where there may be many. Null where that is not plain. */
export function findQuestionSubject(question: string, { isMany = false } = {}): string | null {
  const shape = readShape(question);
  if (shape === null) return null;
  const about = trimAbout(thingOf(shape, isMany));
  return about === '' || isClause.test(about) || !isOfNumber(about, { shape, isMany }) ? null : about;
}

/** "They" are several, or somebody, or any of a kind. */
function isOfNumber(
  about: string,
  { shape, isMany }: { readonly shape: QuestionShape; readonly isMany: boolean },
): boolean {
  if (!isMany || /^who\b/iu.test(shape.asks)) return true;
  const head = headOf(about);
  return (
    isPlural(head) ||
    /^an?\s/iu.test(head) ||
    namesPersons(head) !== false ||
    looksLikeName(head.split(/\s+/).at(-1) ?? '')
  );
}

function thingOf(shape: QuestionShape, isMany: boolean): string {
  const counted = shape.asks.replace(asking, '').trim();
  if (shape.auxiliary !== '' && !shape.isPersonal) {
    if (shape.subject === '' && (isState(shape) || (isMany && isPlural(counted)))) return counted;
    if (shape.subject === '') return withPlace(objectOf(shape.predicate));
    // "It" is not a person.
    const isPerson = namesPersons(headOf(shape.subject)) ?? isPlural(headOf(shape.subject));
    if (!isMany && isPerson && counted === '' && !/^who\b/iu.test(shape.asks))
      return isState(shape) ? '' : withPlace(objectOf(shape.predicate));
    // "How many days do employees get?" is about the days; "How many pages can a pack have?" about the pack.
    const isCounted = counted !== '' && contentTerms(counted).length > 0 && !hasDeterminer(shape.subject);
    const isNamed = looksLikeName(shape.subject.split(/\s+/)[0] ?? '') || (isMany && !isPlural(counted));
    return isCounted && !isNamed && shape.predicate !== '' && !isState(shape) ? counted : shape.subject;
  }
  if (isMany && isPlural(counted) && shape.auxiliary === '') return counted;
  const found = objectOf(shape.predicate);
  const hasObject = !isState(shape) || hasVerbAfter(shape.predicate) || /\s/u.test(found?.before ?? '');
  if (found !== null && hasObject) return withPlace(found);
  if (counted !== '' || isState(shape)) return counted;
  return shape.isPersonal ? inGerund(shape.predicate) : (afterVerb.exec(shape.predicate)?.[1] ?? '');
}

function withPlace(found: ReturnType<typeof objectOf>): string {
  return found === null ? '' : `${found.object}${found.after}`;
}

function trimAbout(thing: string): string {
  return thing.replace(subordinateClause, '').replace(lastWordAlone, '').trim();
}

/** What is done, as in "to register a trademark"; null where a question asks for no predicate. */
export function predicateOf(question: string): string | null {
  const shape = readShape(question);
  if (shape === null || isState(shape)) return null;
  // "Which form do I use?" asks for what would have to follow.
  const isObjectAsked =
    shape.subject !== '' && /^(?:what|which|who|whom|how many|how much)\b/iu.test(shape.asks);
  if (isObjectAsked && objectOf(shape.predicate) === null) return null;
  if (shape.isPersonal) return shape.predicate;
  if (shape.auxiliary === '') return inBaseForm(shape);
  // What is theirs does not belong to the next person who does it.
  const isOfPersons = shape.subject === '' || namesPersons(shape.subject) === true;
  return isOfPersons && !ofOthers.test(shape.predicate) ? shape.predicate : null;
}

/** "How do I archive a page?" is about archiving a page. */
export function gerundOf(anchor: string): string | null {
  const predicate = predicateOf(anchor);
  return predicate === null ? null : inGerund(predicate).replace(subordinateClause, '');
}
