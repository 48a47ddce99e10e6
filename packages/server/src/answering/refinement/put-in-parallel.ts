import { functionWords, questionWords, stem } from '@avow/text';
import { auxiliaries, isName, isPlural, isVerb, prepositions } from './english-grammar.ts';
import { finish, hasDeterminer, objectOf, readShape, withoutMark, writeShape } from './question-shape.ts';

type Attempt = (question: string, phrase: string) => string | null;

const article = /^(?:the|an?|my|our|your)\s+/iu;
const ofThing = /\bthe\s+[\p{L}\p{N}_-]+(?=\s+of\b)/iu;

/**
 * Puts a phrase in the place of the parallel one: "How many days do employees get?" and "for contractors" make
 * "How many days do contractors get?" Null where no parallel is plain.
 */
export function putInParallel(question: string, phrase: string): string | null {
  const text = withoutMark(question);
  for (const attempt of attempts) {
    const put = attempt(text, phrase);
    if (put !== null) return finish(put);
  }
  return null;
}

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
  const present = /\b(the|an?)\s+[\p{L}-]+\s+(?=[\p{L}-]+)/iu;
  return adjective === undefined || !present.test(question)
    ? null
    : question.replace(present, (_, before: string) => `${before} ${adjective} `);
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
  const sameBefore = [...question.matchAll(new RegExp(`\\s${preposition}\\s+`, 'giu'))].at(-1);
  if (sameBefore !== undefined) {
    const start = sameBefore.index + sameBefore[0].length;
    const stood = question.slice(start);
    return `${question.slice(0, start)}${thing}${stood.slice(lengthOfThing(stood, thing))}`;
  }
  if (/^for$/iu.test(preposition)) {
    const put = putSubject(question, thing.replace(/^the\s+/iu, ''));
    if (put !== null) return put;
  }
  return `${question} ${phrase}`;
};

/** How far the parallel phrase reaches: a name to its end, anything else to the next preposition. */
function lengthOfThing(stood: string, thing: string): number {
  const name = /^(?:\p{Lu}\S*)(?:\s+\p{Lu}\S*)*/u.exec(stood)?.[0];
  if (name !== undefined && isName(thing.split(/\s+/).at(-1) ?? '')) return name.length;
  return stood.search(new RegExp(`\\s(?:${prepositions})\\s|$`, 'iu'));
}

/** Names take the place of names, identifiers that of identifiers. */
const putName: Attempt = (question, phrase) => {
  const bare = phrase.replace(article, '');
  if (!bare.split(/\s+/).every(isName)) return null;
  const isIdentifier = /_/.test(bare);
  const found = [...question.matchAll(/\S+(?:\s+\p{Lu}\S*)*/gu)]
    .slice(1)
    .flatMap((run) => {
      const at = run[0].split(/\s+/).findIndex(isName);
      if (at < 0) return [];
      const name = run[0].split(/\s+/).slice(at).join(' ');
      return [{ name, start: run.index + run[0].length - name.length }];
    })
    .filter(({ name }) => /_/.test(name) === isIdentifier)
    .at(-1);
  if (found === undefined) return null;
  const { name, start } = found;
  const follows = /\b(?:the|an?|my|our|your)\s+$/iu.test(question.slice(0, start)) ? bare : phrase;
  return `${question.slice(0, start)}${follows}${question.slice(start + name.length)}`;
};

/** "unused vacation days" and "sick days". */
const putSameHead: Attempt = (question, phrase) => {
  const words = question.split(/\s+/);
  const given = phrase.split(/\s+/);
  const head = stem((given.at(-1) ?? '').toLowerCase());
  const at = words.findLastIndex((word) => stem(word.toLowerCase()) === head);
  if (given.length < 2 || at < 1) return null;
  let from = at;
  const isModifier = (word: string) => {
    const lower = word.toLowerCase();
    return !functionWords.has(lower) && !questionWords.has(lower) && !/^(?:many|much)$/.test(lower);
  };
  while (from > 0 && isModifier(words[from - 1] ?? '') && at - from < 3) from -= 1;
  const follows = article.test(`${words[from - 1] ?? ''} `) ? phrase.replace(article, '') : phrase;
  return [...words.slice(0, from), follows, ...words.slice(at + 1)].join(' ');
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
const putPart: Attempt = (question, phrase) =>
  /^[\p{L}_-]+$/u.test(phrase) && ofThing.test(question) ? question.replace(ofThing, `the ${phrase}`) : null;

/** "Which metrics does the service expose?" and "logs": one thing is counted, and another. */
const putCounted: Attempt = (question, phrase) => {
  const shape = readShape(question);
  const found = /^(which|what|how many)\s+(\S.*)$/iu.exec(shape?.asks ?? '');
  if (shape === null || found === null || hasDeterminer(phrase)) return null;
  const [, asks = '', counted = ''] = found;
  const isAlike = isPlural(phrase) && isPlural(counted) && (shape.isPersonal || hasDeterminer(shape.subject));
  return isAlike ? writeShape({ ...shape, asks: `${asks} ${phrase}` }) : null;
};

/** "employees" and "contractors", "a pack" and "a file". The person asking may be replaced, too. */
const putSubject: Attempt = (question, phrase) => {
  const shape = readShape(question);
  if (shape === null || shape.auxiliary === '') return null;
  if (shape.isPersonal && !isPlural(phrase)) return null;
  const { subject, predicate, asks } = shape;
  if (shape.isPersonal)
    return asks === '' || hasObject(predicate) ? null : writeShape({ ...shape, subject: phrase });
  const isState = /^(?:is|are|was|were)$/iu.test(shape.auxiliary);
  if (isState)
    return predicate === '' || predicate === 'there'
      ? putState(question, phrase)
      : writeShape({ ...shape, subject: phrase });
  const isAlike = hasDeterminer(subject) === hasDeterminer(phrase);
  return isAlike || isVerb(predicate.split(/\s+/)[0] ?? '')
    ? writeShape({ ...shape, subject: phrase })
    : null;
};

const hasObject = (predicate: string) => objectOf(predicate) !== null;

/** "What is the leaf in the log?" and "the root": what follows a preposition stays. */
const putState: Attempt = (question, phrase) => {
  const shape = readShape(question);
  if (shape === null || !/^(?:is|are|was|were)$/iu.test(shape.auxiliary)) return null;
  const stays = new RegExp(`\\s+(?:${prepositions})\\s.*$`, 'iu').exec(shape.subject)?.[0] ?? '';
  return writeShape({ ...shape, subject: `${phrase}${stays}` });
};

/** "Do you deliver furniture to Austria?" and "lamps". */
const putObject: Attempt = (question, phrase) => {
  const shape = readShape(question);
  if (shape === null || !(shape.isPersonal || shape.auxiliary === '')) return null;
  const found = objectOf(shape.predicate);
  if (found === null || new RegExp(`^(?:${auxiliaries})$`, 'iu').test(found.object)) return null;
  return writeShape({ ...shape, predicate: `${found.before} ${phrase}${found.after}` });
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
  putCounted,
  putSubject,
  putObject,
];
