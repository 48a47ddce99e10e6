import { contentTerms } from '@avow/text/terms';

/** A word that denies, and the stems of what it denies. */
export interface Negation {
  readonly scope: readonly string[];
  /** From the word to the end of what it denies. */
  readonly start: number;
  readonly end: number;
}

const cue =
  /(?<![\p{L}\d])(?:not(?! only)|never|no(?!\.? ?\d)|none|neither|nor|cannot|without|nothing|nobody|nowhere|\p{L}{2,8}n't|nicht|kein\p{L}{0,3}|nie|niemals|ohne|weder|jamais|sans|aucune?|nunca|jamás|ning[úu]n\p{L}{0,2}|tampoco|pas)(?![\p{L}\d])/giu;
/** These negate nothing: a bound that is expressed with a "no", and "whether or not". */
const noDenial =
  /(?:no|not|cannot|nicht) (?:more|less|fewer|later|earlier|longer|greater|higher|exceed|mehr|before|until)(?: than| als)?|(?:whether )?or not|not only|if not|why not|no doubt|no matter/giu;
/** What says no without the word. */
const implied =
  /(?<![\p{L}\d])(?:prohibit|forbid|forbad|ban(?:s|ned)?(?!\p{L})|den(?:y|ied|ies)|refus|reject|fail|lack|unable|impossib|invalid|exclu|exempt|disab|disallow|prevent|avoid|stop|ignor|skip|missing|(?<!\bleaves? of )absen|hardly|rarely|seldom|few(?!\p{L})|zero|instead|rather than|unlike|other than|except|unless|until|free of|illegal|unlawful|ineligib|un(?:avail|supp|auth|nece|paid|know|set|used)|insufficien|in(?:complete|correct|accura|activ|capab|consist|effect|visib)|non-|irrev|irrel|immut|verboten|untersagt|unmöglich|interdi|imposib|declin|ceas|cancel|block)/iu;
const everyImplied = new RegExp(implied, 'giu');
const restriction =
  /(?<![\p{L}\d]|not )(?:only|solely|exclusively|merely|nothing but|nur|ausschließlich|lediglich|seulement|uniquement|exclusivement|sólo|solo|solamente|únicamente)(?![\p{L}\d])/iu;
const restricts =
  /(?<![\p{L}\d])(?:only|sole|solely|exclusive|exclusively|just|limited|restricted|reserved|unless|except|no other|nobody else|alone|must|not|no|never|cannot|other than|single|nur|ausschließlich|lediglich|allein|seul|seule|seulement|uniquement|sólo|solo|solamente|únicamente)(?![\p{L}\d])/iu;
const exception =
  /(?<![\p{L}\d])(?:except|excluding|unless|apart from|other than|außer|ausgenommen|es sei denn|sauf|excepté|à moins que|excepto|salvo|a menos que)(?![\p{L}\d])/iu;
const excepts =
  /(?<![\p{L}\d])(?:except\p{L}*|exclud\p{L}*|exempt\p{L}*|unless|apart from|other than|but|if|not|no|without|only|until|außer|ausgenommen|es sei denn|nicht|sauf|except\p{L}*|moins que|excepto|salvo|menos que)(?![\p{L}\d])/iu;

const scopeUnits = 70;
const scopeTermsMax = 5;
const clauseEnd =
  /[.,;:!?()|]|(?<![\p{L}])(?:but|aber|sondern|mais|pero|because|unless|until|if|except|when|where|while|außer|wenn|sauf|excepto)(?!\p{L})/iu;

export function readNegations(folded: string): Negation[] {
  const text = folded.replace(noDenial, (words) => ' '.repeat(words.length));
  return Array.from(text.matchAll(cue), (match) => scopeOf(text, match.index, match.index + match[0].length));
}

/** What follows in the clause; if nothing does, what precedes. */
function scopeOf(text: string, start: number, end: number): Negation {
  const after = text.slice(end, end + scopeUnits);
  const clause = after.slice(0, indexOr(after.search(clauseEnd), after.length));
  const terms = contentTerms(clause);
  if (terms.length > 0) return { scope: terms.slice(0, scopeTermsMax), start, end: end + clause.length };
  const before = text.slice(Math.max(0, start - scopeUnits), start);
  const clauseBefore = before.split(clauseEnd).at(-1) ?? '';
  const scope = contentTerms(clauseBefore).slice(-scopeTermsMax);
  return { scope, start: start - clauseBefore.length, end };
}

const indexOr = (index: number, other: number) => (index === -1 ? other : index);

/** What a text says about how far something holds, besides plain denials. */
export interface Restrictions {
  readonly isRestricted: boolean;
  readonly hasException: boolean;
}

export function readRestrictions(folded: string): Restrictions {
  return { isRestricted: restriction.test(folded), hasException: exception.test(folded) };
}

/** Whether a source may be saying so, in these words or in others. */
export const impliesNo = (folded: string): boolean => implied.test(folded);
/** How often it negates in any form: two sentences with the same words must have the same count. */
export const countDenials = (folded: string): number =>
  readNegations(folded).length + (folded.match(everyImplied)?.length ?? 0);
export const mayRestrict = (folded: string): boolean => restricts.test(folded);
export const mayExcept = (folded: string): boolean => excepts.test(folded);
