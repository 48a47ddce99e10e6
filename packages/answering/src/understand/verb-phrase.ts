import { adverbs, isComplement, prepositions, subordinateClause } from './english-grammar.ts';

/** Words that another verb follows with "to". */
const governing =
  'have|need|want|get|like|try|plan|ought|going|allowed|able|required|entitled|supposed|permitted|expected|eligible|free';
const verbGroup = `(?:(?:${adverbs})\\s+)*(?:(?:be\\s+)?(?:${governing})\\s+to\\s+)*\\S+`;
const leadingVerbs = new RegExp(`^(?:(?:${adverbs})\\s+)*(?:(?:be\\s+)?(?:${governing})\\s+to\\s+)*`, 'iu');
const isGoverned = new RegExp(`^(?:(?:${adverbs})\\s+)*(?:be\\s+)?(?:${governing})\\s+to\\s`, 'iu');
const adverb = /^(?:in|over|up|out|off|down|on|back|away|along|home|here|there|abroad|together)$/iu;
const withObject = new RegExp(
  `^(?<before>${verbGroup}(?:\\s+(?:in|over|up|out|off|down|on|back|away|along|for)(?=\\s))?)\\s+(?<object>(?!(?:${prepositions})(?:\\s|$))\\S.*?)(?<after>\\s+(?:(?:${prepositions}|at once)\\s.*|(?:over|up|out|off|down|back|away)))?$`,
  'iu',
);
const verbAlone = new RegExp(`^(?<before>${verbGroup})(?<after>(?:\\s+(?:${prepositions})\\b.*)?)$`, 'iu');

interface ObjectPlace {
  readonly before: string;
  readonly object: string;
  readonly after: string;
}

/** The object of a predicate, with its place: in "hand in my timesheet" it is "my timesheet". Null where there is none. */
export function objectOf(predicate: string): ObjectPlace | null {
  const clause = subordinateClause.exec(predicate)?.[0] ?? '';
  const found = withObject.exec(predicate.slice(0, predicate.length - clause.length))?.groups;
  if (found?.['before'] === undefined || found['object'] === undefined) return null;
  // "Get paid" and "be off" have no object.
  if (
    isComplement(found['object']) ||
    /^(?:be|being)$/iu.test(found['before']) ||
    adverb.test(found['object'])
  )
    return null;
  return { before: found['before'], object: found['object'], after: `${found['after'] ?? ''}${clause}` };
}

/** Where an object is missing: after the preposition that is left alone, or after the verb. Null where nothing is missing. */
export function missingObjectPlace(predicate: string): Omit<ObjectPlace, 'object'> | null {
  const clause = subordinateClause.exec(predicate)?.[0] ?? '';
  const main = predicate.slice(0, predicate.length - clause.length);
  const alone = new RegExp(`^\\S.*?\\s(?:${prepositions})(?=\\s+(?:${prepositions})\\s|$)`, 'iu').exec(
    main,
  )?.[0];
  if (alone !== undefined) return { before: alone, after: `${main.slice(alone.length)}${clause}` };
  const verb = verbAlone.exec(main)?.groups;
  return verb?.['before'] === undefined
    ? null
    : { before: verb['before'], after: `${verb['after'] ?? ''}${clause}` };
}

/** Another verb, with what belongs to it, after those that lead to it: "have to" stays. */
export function putVerb(predicate: string, phrase: string): string {
  return `${leadingVerbs.exec(predicate)?.[0] ?? ''}${phrase}`;
}

/** Without the verbs that lead to it: "return a laptop" in "have to return a laptop". */
export function mainVerb(predicate: string): string {
  return predicate.replace(leadingVerbs, '');
}

/** "Allowed to keep a laptop": another verb follows. */
export function hasVerbAfter(predicate: string): boolean {
  return isGoverned.test(predicate);
}

/** "Log in from abroad" as "logging in from abroad". */
export function inGerund(predicate: string): string {
  const [verb = '', ...rest] = mainVerb(predicate).split(/\s+/);
  const stem =
    /[^aeiou][aeiou][bdgklmnprt]$/iu.test(verb) && !/[aeiou][^aeiou]+[aeiou]/iu.test(verb)
      ? `${verb}${verb.at(-1) ?? ''}`
      : verb.replace(/ie$/iu, 'y').replace(/(?<=[^eoy])e$/iu, '');
  return [`${stem}ing`, ...rest].join(' ');
}
