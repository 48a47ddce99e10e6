import { functionWords } from '@avow/text/terms';
import {
  agree,
  askingWords,
  isAdjective,
  isComplement,
  isPlural,
  isVerb,
  looksLikeName,
  namesPersons,
  prepositions,
} from './english-grammar.ts';
import {
  adverbial,
  chooseSlot,
  isNamed,
  isOtherKind,
  keepsContent,
  nounSlots,
  putInto,
  slotOfSameHead,
} from './noun-slots.ts';
import {
  finish,
  hasDeterminer,
  inBaseForm,
  isState,
  readShape,
  withoutMark,
  writeShape,
} from './question-shape.ts';
import { missingObjectPlace } from './verb-phrase.ts';

const opposites: Readonly<Record<string, string>> = {
  ...{ with: 'without', without: 'with', over: 'under', under: 'over' },
  ...{ inside: 'outside', outside: 'inside', before: 'after', after: 'before' },
};

type Attempt = (question: string, phrase: string) => string | null;

const article = /^(?:the|an?|my|our|your)\s+/iu;
const ofThing = /\bthe\s+[\p{L}\p{N}_-]+(?=\s+of\b)/iu;

/** More than one sentence, or more than one question in it: what the phrase is parallel to is not plain. */
const isSeveral = new RegExp(`[.?!:;]\\s|\\s(?:and|or)\\s(?:\\S+\\s){0,2}(?:${askingWords})\\s`, 'iu');

/**
 * Puts a phrase in the place of the parallel one: "How many days do employees get?" and "for contractors" make
 * "How many days do contractors get?" Null where no parallel is plain.
 */
export function putInParallel(question: string, phrase: string): string | null {
  const text = withoutMark(question);
  if (isSeveral.test(text)) return null;
  const alone = opposites[phrase.toLowerCase()] === undefined ? null : putOpposite;
  const only = alone ?? (/^(?:\p{Sc}\s?)?\d/u.test(phrase) ? putQuantity : null);
  if (only !== null) {
    const put = only(text, phrase);
    return put === null ? null : finish(put);
  }
  const isDescribing = phrase.split(/\s+/).every(isAdjective);
  for (const attempt of isDescribing ? [putMeant, putAdjective] : attempts) {
    const put = attempt(text, phrase);
    if (put !== null) return finish(put);
  }
  return null;
}

/**
 * A few words that ask by themselves: "public channels?" after "How long are messages kept?" Null where they may as well be
 * what is searched for next: one noun of the question before must be of the same form.
 */
export function putEllipsis(prompt: string, question: string): string | null {
  const phrase = withoutMark(prompt);
  if (isSeveral.test(withoutMark(question))) return null;
  const isAsked = /\?\s*$/u.test(prompt) || !/\?\s*$/u.test(question);
  if (!isAsked || !/^[\p{L}'’-]+(?:\s+[\p{L}'’-]+){1,2}$/u.test(phrase)) return null;
  if (phrase.split(/\s+/).some((word) => functionWords.has(word.toLowerCase()) || isVerb(word))) return null;
  const slots = nounSlots(question);
  const same = slotOfSameHead(slots, phrase);
  if (same !== null) return putInto(same, phrase);
  const chosen = isPlural(phrase) ? chooseSlot(slots, phrase) : null;
  if (chosen?.isPerfect === true) return putInto(chosen.slot, phrase);
  const member = isPlural(phrase) ? putMember(question, phrase) : null;
  return member === null ? null : finish(member);
}

/** "inside the building" and "outside". */
const putOpposite: Attempt = (question, phrase) => {
  const present = new RegExp(`\\b${opposites[phrase.toLowerCase()]}\\b`, 'iu');
  return present.test(question) ? question.replace(present, phrase) : putTime(question, phrase);
};

/** "over 500 euros" and "1000 euros": a quantity takes the place of the only one, if that has the same unit. */
const putQuantity: Attempt = (question, phrase) => {
  const quantity = /(?:\p{Sc}\s?)?\d[\d.,]*(?:\s+\p{L}+)?/gu;
  const [found, ...others] = question.match(quantity) ?? [];
  const unitOf = (text: string) => /\p{L}+$/u.exec(text)?.[0].toLowerCase();
  const [asked] = phrase.match(quantity) ?? [];
  if (found === undefined || others.length > 0 || asked !== phrase) return null;
  if (unitOf(phrase) === undefined)
    return question.replace(found, found.replace(/(?:\p{Sc}\s?)?\d[\d.,]*/u, phrase));
  return unitOf(phrase) === unitOf(found) ? question.replace(found, phrase) : null;
};

/** "before Christmas" and "afterwards". */
const putTime: Attempt = (question, phrase) => {
  const time = /^(after|before|during)(?:wards?|hand)?$/iu.exec(phrase)?.[1];
  const present = /\b(?:before|during|after)\b/iu;
  return time === undefined || !present.test(question) ? null : question.replace(present, time);
};

/** "the standard plan" and "the premium one"; "the guardrail for secrets" and "the one for names". */
const putOne: Attempt = (question, phrase) => {
  const rest = /^the\s+ones?\s+(\S.*)$/iu.exec(phrase)?.[1];
  if (rest !== undefined) return putPhrase(question, rest);
  const adjective = /^(?:the|an?)\s+(\S+(?:\s+\S+)?)\s+ones?$/iu.exec(phrase)?.[1];
  const isPlainWord = (word: string) => !functionWords.has(word.toLowerCase()) && !isVerb(word);
  const present = [...question.matchAll(/\b(?:the|an?)\s+([\p{L}-]+)\s+([\p{L}-]+)/giu)].findLast(
    ([, described = '', noun = '']) => isPlainWord(described) && isPlainWord(noun) && !isComplement(noun),
  );
  if (adjective === undefined || present?.[1] === undefined) return null;
  const start = present.index + present[0].lastIndexOf(present[1], present[0].lastIndexOf(' ') - 1);
  return `${question.slice(0, start)}${adjective}${question.slice(start + present[1].length)}`;
};

/** "the quote of a citation" and "its start". */
const putOwned: Attempt = (question, phrase) => {
  const owned = /^(?:its|their|his|her)\s+(\S.*)$/iu.exec(phrase)?.[1];
  return owned === undefined || !ofThing.test(question) ? null : question.replace(ofThing, `the ${owned}`);
};

/** A phrase with a preposition takes the place of one with the same; "for" also that of the subject. */
const putPhrase: Attempt = (question, phrase) => {
  const found = new RegExp(`^(${prepositions})\\s+(\\S.*)$`, 'iu').exec(phrase);
  const [, preposition = '', thing = ''] = found ?? [];
  if (preposition === '' || /^per$/iu.test(preposition))
    return found === null ? null : `${question} ${phrase}`;
  const contrary = opposites[preposition.toLowerCase()];
  const isPointing = /^(?:it|them|ones?|that|this|those|these)$/iu.test(thing);
  const swapped = contrary === undefined ? null : new RegExp(`\\s${contrary}\\s+`, 'iu').exec(question);
  if (swapped !== null) {
    const start = swapped.index + swapped[0].length;
    const stood = question.slice(start);
    const put = isPointing ? stood : `${thing}${stood.slice(lengthOfThing(stood, thing))}`;
    return `${question.slice(0, swapped.index)} ${preposition} ${put}`;
  }
  if (isPointing) return null;
  const isNoun = (text: string) =>
    isNamed(text.split(/\s+/)[0] ?? '') || hasDeterminer(text) || isPlural(text);
  const sameBefore = [...question.matchAll(new RegExp(`\\s${preposition}\\s+`, 'giu'))].findLast(
    ({ 0: found, index }) =>
      // "To travel" and "to Mexico" are not alike.
      !/^to$/iu.test(preposition) || isNoun(question.slice(index + found.length)) === isNoun(thing),
  );
  if (sameBefore !== undefined) {
    const start = sameBefore.index + sameBefore[0].length;
    const stood = question.slice(start);
    return `${question.slice(0, start)}${thing}${stood.slice(lengthOfThing(stood, thing))}`;
  }
  const isFor = /^for$/iu.test(preposition);
  return (isFor ? putBeneficiary(question, thing) : null) ?? `${question} ${phrase}`;
};

/** "How many days do employees get?" and "for contractors": who it is for is who gets it. */
const putBeneficiary: Attempt = (question, thing) => {
  const slots = nounSlots(question).filter(({ role }) => role === 'asker' || role === 'subject');
  const bare = thing.replace(/^the\s+/iu, '');
  const chosen = chooseSlot(slots, bare) ?? chooseSlot(slots, thing);
  if (chosen === null || chosen.slot.isPart) return null;
  const isAsker = chosen.slot.role === 'asker';
  const mayReplace = isAsker
    ? readShape(question)?.asks !== ''
    : namesPersons(bare) === namesPersons(chosen.slot.noun);
  const shape = readShape(question);
  return mayReplace && shape !== null && !isState(shape)
    ? putInto(chosen.slot, isAsker ? bare : thing)
    : null;
};

/** How far the parallel phrase reaches: a name to its end, anything else to the next preposition. */
function lengthOfThing(stood: string, thing: string): number {
  const name = /^(?:\p{Lu}\S*)(?:\s+\p{Lu}\S*)*/u.exec(stood)?.[0];
  if (name !== undefined && looksLikeName(thing.split(/\s+/).at(-1) ?? '')) return name.length;
  return stood.search(new RegExp(`\\s(?:${prepositions})\\s|$`, 'iu'));
}

/** Names take the place of names, identifiers that of identifiers. */
const putName: Attempt = (question, phrase) => {
  const bare = phrase.replace(article, '');
  if (!bare.split(/\s+/).every(looksLikeName)) return null;
  const isIdentifier = /_/.test(bare);
  const found = [...question.matchAll(/\S+(?:\s+\p{Lu}\S*)*/gu)]
    .slice(1)
    .flatMap((run) => {
      const at = run[0].split(/\s+/).findIndex(looksLikeName);
      if (at < 0) return [];
      const name = run[0].split(/\s+/).slice(at).join(' ');
      return [{ name, start: run.index + run[0].length - name.length }];
    })
    .filter(({ name }) => /_/.test(name) === isIdentifier)
    .at(-1);
  if (found === undefined) return null;
  const { name, start } = found;
  // "Starter" is not a kind of "SSO", but may be one of what is asked for.
  const isAcronym = (one: string) => /^\p{Lu}{2,}s?$/u.test(one);
  if (
    /^(?:which|what)\s/iu.test(question) &&
    isAcronym(name) !== isAcronym(bare) &&
    putMember(question, phrase) !== null
  )
    return null;
  const isDetermined = /\b(?:the|an?|my|our|your)\s+$/iu.test(question.slice(0, start));
  // "The Munich office" may be "the Berlin office", but "the Handbook" is not "the Berlin".
  const next = /^\s+([\p{L}-]+)/u.exec(question.slice(start + name.length))?.[1];
  const isModifier = next !== undefined && !functionWords.has(next.toLowerCase()) && !isVerb(next);
  if (isDetermined && bare === phrase && !isModifier && !isIdentifier) return null;
  const follows = isDetermined ? bare : phrase;
  const before = question.slice(0, start).replace(/\ban?(?=\s+$)/iu, /^[AEIOU]/iu.test(follows) ? 'an' : 'a');
  return `${before}${follows}${question.slice(start + name.length)}`;
};

/** "unused vacation days" and "sick days". */
const putSameHead: Attempt = (question, phrase) => {
  const slot = slotOfSameHead(nounSlots(question), phrase);
  return slot === null ? null : putInto(slot, phrase);
};

/** "What does the status delivered mean?" and "blocked". */
const putMeant: Attempt = (question, phrase) => {
  const found = /^(what\s+do(?:es)?\s+)(\S.*?)(\s+(?:mean|do|cost|stand for))$/iu.exec(question);
  if (found === null) return null;
  const [, asks = '', stood = '', verb = ''] = found;
  const words = stood.split(/\s+/);
  const isValue = words.length >= 3 && hasDeterminer(stood) && !/\s/.test(phrase);
  return `${asks}${isValue ? [...words.slice(0, -1), phrase].join(' ') : phrase}${verb}`;
};

/** "the health of the service" and "readiness". */
const putPart: Attempt = (question, phrase) => {
  const whole = /\bthe\s+[\p{L}\p{N}_-]+\s+of\s+(\S.*)$/iu.exec(question)?.[1];
  const isPart = /^\p{Ll}[\p{L}-]*$/u.test(phrase) && !isPlural(phrase) && namesPersons(phrase) !== true;
  return whole !== undefined && isPart && hasDeterminer(whole)
    ? question.replace(ofThing, `the ${phrase}`)
    : null;
};

/** "Which days are paid?" and "Christmas": one of what is asked for. The question is then whether. */
const putMember: Attempt = (question, phrase) => {
  const shape = readShape(question);
  const kind = /^(?:which|what)\s+(\S.*)$/iu.exec(shape?.asks ?? '')?.[1];
  if (shape === null || kind === undefined || adverbial.test(kind)) return null;
  const isOne = isNamed(phrase) || !isPlural(phrase);
  const isChoice = isState(shape) && shape.subject === '';
  if (!(isOne || isChoice) || (!isNamed(phrase) && isOtherKind(phrase, kind))) return null;
  const { auxiliary, subject, predicate } = shape;
  if (auxiliary === '') return `${agree('do', phrase)} ${phrase} ${inBaseForm(shape)}`;
  if (subject === '') return `${agree(auxiliary, phrase)} ${phrase} ${predicate}`;
  const gap = isState(shape) ? null : missingObjectPlace(predicate);
  return gap === null ? null : `${auxiliary} ${subject} ${gap.before} ${phrase}${gap.after}`;
};

/** "How long is leave paid?" and "unpaid": what describes takes the place of what describes, and of nothing else. */
const putAdjective: Attempt = (question, phrase) => {
  const words = question.split(/\s+/);
  const base = (word: string) => word.toLowerCase().replace(/^(?:un|non-?|in|im|ir|dis)(?=\p{L}{3})/u, '');
  const isAlike = (word: string) =>
    base(word) === base(phrase) || (/ly$/iu.test(phrase) && /ly$/iu.test(word) && isAdjective(word));
  const at = words.findIndex((word, place) => place > 0 && word !== phrase && isAlike(word));
  if (at > 0) return words.with(at, phrase).join(' ');
  const shape = readShape(question);
  if (shape === null || !isState(shape) || !isComplement(phrase)) return null;
  const [said = '', ...rest] = shape.predicate.split(/\s+/);
  return isComplement(said) && rest[0] !== 'to'
    ? writeShape({ ...shape, predicate: [phrase, ...rest].join(' ') })
    : null;
};

/** The noun that is most like the phrase gives its place: "employees" to "contractors", "a pack" to "a file". */
const putNoun: Attempt = (question, phrase) => {
  const chosen = chooseSlot(nounSlots(question), phrase);
  const member = chosen?.isPerfect === true ? null : putMember(question, phrase);
  if (member !== null || chosen === null) return member;
  const made = putInto(chosen.slot, phrase);
  const isDefinition = /^(?:what|who)(?:\s+is|\s+are|['’]?s|['’]re)\s/iu.test(question);
  return isDefinition || hasDeterminer(phrase) || keepsContent(made, phrase) ? made : null;
};

const attempts: readonly Attempt[] = [
  putTime,
  putOne,
  putOwned,
  putPhrase,
  putName,
  putSameHead,
  putMeant,
  putPart,
  putNoun,
];
