import { contentTerms, isGenericTerm } from '@avow/text/terms';

const firstVerb =
  /\s(?:is|are|was|were|must|can|cannot|may|might|will|would|should|shall|has|have|had|does|do|did|ist|sind|kann|muss|est|sont|es|son)\s/iu;
const subjectUnitsMax = 90;
/** A sentence that begins so does not begin with what it speaks of. */
const beginsOtherwise =
  /^\W{0,3}(?:but |and |so )?(?:in|if|when|whenever|for|to|with|without|on|at|by|from|after|before|as|during|while|because|since|unless|until|although|though|once|where|under|wenn|falls|bei|für|mit|nach|vor|im|am|si|quand|pour|avec|dans|cuando|para|con|en)(?!\p{L})/iu;
const agent = /\sby (?:the|an?|your|our|their)?\s*([\p{L}-]+(?: [\p{L}-]+)?)/giu;

/** The words before the first verb, in a sentence that begins with its subject. */
function wordsBefore(text: string): string {
  const at = text.slice(0, subjectUnitsMax).search(firstVerb);
  const before = at === -1 ? '' : text.slice(0, at);
  return /[,;:"]/u.test(before) || beginsOtherwise.test(before) ? '' : before;
}

/** Whether it says of something that it is, has, does or must do something: an item of a list often does not. */
export function isClause(text: string): boolean {
  return firstVerb.test(` ${text} `);
}

/** Stems of what a sentence is about. */
export function subjectStems(text: string): string[] {
  return contentTerms(wordsBefore(text)).filter((term) => !isGenericTerm(term));
}

/** Stems of what is or does something in it: the subject, be it only "the company", and whatever it is done by. */
export function actorsOf(text: string): string[] {
  const agents = Array.from(text.matchAll(agent), ([, words = '']) => words);
  return contentTerms([wordsBefore(text), ...agents].join(' '));
}
