import type { ClaimToJudge, Judgement } from '../interfaces/reader.ts';
import { contentTerms, isGenericTerm } from '../text/terms.ts';
import { readBearing } from './facts/read-bearing.ts';
import { readFacts } from './facts/read-facts.ts';
import { findDisguise } from './find-disguise.ts';
import { type Candidate, findQuotes, foldSentence, termsOf, type Wanted } from './find-quote.ts';
import type { GroundLines } from './ground-lines.ts';
import { claimsNothing } from './ground-nothing.ts';
import type { Grounding, UnitToGround } from './grounder.ts';
import type { ReadSource } from './read-source.ts';

/** What words alone tell of a sentence. */
export type WordsFound =
  | { readonly kind: 'claims_nothing' }
  | { readonly kind: 'not_borne_out'; readonly why: string }
  /** Best first. */
  | { readonly kind: 'candidates'; readonly candidates: readonly Candidate[] };

const candidatesMax = 2;
const yesOrNo = /^\s*(?:yes|no|ja|nein|oui|non|sí|sure|certainly|of course|absolutely)\s*[.!]?\s*$/iu;
const pointsBack =
  /^\s*(?:(?:yes|no|ja|nein|oui|non|sí)[,.]|(?:it|its|they|their|them|this|that|these|those|he|she|his|her|such|both|each|one|then|there|also|otherwise|er|sie|es|dies\p{L}{0,2}|il|elle|ils|elles|cela|ce|esto|eso|ellos)(?![\p{L}'’]))/iu;
const endsSentence = /[.!?…:][*_~`)\]"'”’»]*$/u;

/** Whether a sentence says by itself what it is about. */
function standsAlone(text: string): boolean {
  return endsSentence.test(text.trim()) && !pointsBack.test(text) && !yesOrNo.test(text);
}

const firstVerb =
  /\s(?:is|are|was|were|must|can|cannot|may|might|will|would|should|shall|has|have|had|does|do|did|ist|sind|kann|muss|est|sont|es|son)\s/iu;
const subjectUnitsMax = 90;
/** A sentence that begins so does not begin with what it speaks of. */
const beginsOtherwise =
  /^\W{0,3}(?:but |and |so )?(?:in|if|when|whenever|for|to|with|without|on|at|by|from|after|before|as|during|while|because|since|unless|until|although|though|once|where|under|wenn|falls|bei|für|mit|nach|vor|im|am|si|quand|pour|avec|dans|cuando|para|con|en)(?!\p{L})/iu;
const severalClauses =
  /[,;]|(?<!\p{L})(?:and|or|but|while|whereas|und|oder|aber|et|ou|mais|y|o|pero)(?!\p{L})/iu;

/** Stems of what stands before the first verb, in a sentence that begins with what it speaks of. */
function subjectOf(text: string): string[] {
  const at = text.slice(0, subjectUnitsMax).search(firstVerb);
  const before = at === -1 ? '' : text.slice(0, at);
  return /[,;:"]/u.test(before) || beginsOtherwise.test(before)
    ? []
    : contentTerms(before).filter((term) => !isGenericTerm(term));
}

/** What a sentence is looked up by: its facts, its words, and what it points back to. */
export function wantedOf(unit: UnitToGround): Wanted {
  const terms = termsOf(unit.text);
  const isBare = yesOrNo.test(unit.text) || terms.length === 0;
  const pointsToAsked = !isBare && !standsAlone(unit.text);
  return {
    facts: readFacts(unit.text),
    sentence: foldSentence(unit.text),
    terms: isBare ? termsOf(unit.question) : terms,
    askedTerms: pointsToAsked ? termsOf(unit.question) : [],
    subject: subjectOf(unit.text),
    isOneClause: !severalClauses.test(unit.text),
    asked: readBearing(`${unit.question}\n${unit.before}`),
    references: unit.references,
  };
}

/** Facts and words, which cost next to nothing. */
export function findWords(unit: UnitToGround, sources: readonly ReadSource[], lines: WordLines): WordsFound {
  const texts = sources.map(({ source }) => source.text);
  if (findDisguise(unit.text, texts) !== null) return { kind: 'not_borne_out', why: 'reads otherwise' };
  const wanted = wantedOf(unit);
  if (claimsNothing(unit.text, wanted.facts, unit.question)) return { kind: 'claims_nothing' };
  const found = findQuotes(wanted, sources);
  const [best] = found;
  if (best === undefined) return { kind: 'not_borne_out', why: 'no words in common' };
  if (best.missing.length > 0) return { kind: 'not_borne_out', why: `missing: ${best.missing.join(', ')}` };
  const candidates = found.filter((one) => hasWords(one, lines)).slice(0, candidatesMax);
  if (candidates.length === 0) return { kind: 'not_borne_out', why: 'too few words in common' };
  return { kind: 'candidates', candidates };
}

type WordLines = Pick<GroundLines, 'coverageMin' | 'gapMax'>;

function hasWords({ score, gap }: Candidate, { coverageMin, gapMax }: WordLines): boolean {
  return score >= coverageMin && gap <= gapMax;
}

const evidenceUnitsMax = 1_600;
const surroundingsUnits = 150;
const contextUnitsMax = 200;
/** Of the rule below the head of a table: every mark would be a token, and none says anything. */
const longRun = /([-=_.*#~])\1{3,}/g;

/** What a judge is asked: whether the quotes, with what stands around them, bear the sentence out. */
export function claimFor(
  unit: UnitToGround,
  { quotes }: Candidate,
  sources: readonly ReadSource[],
): ClaimToJudge {
  const share = Math.floor(surroundingsUnits / Math.max(1, quotes.length));
  const cited = quotes.flatMap(({ source: number, start, end }) =>
    sources.filter(({ source }) => source.number === number).map(({ source }) => ({ source, start, end })),
  );
  const parts = cited.map(({ source: { text }, start, end }) =>
    text.slice(Math.min(start, wordStart(text, start - share)), Math.max(end, wordEnd(text, end + share))),
  );
  const contexts = cited.map(({ source }) => `${source.title}\n${source.context}`.trim());
  const context = [...new Set(contexts)].join('\n').slice(0, contextUnitsMax);
  const evidence = [context, ...new Set(parts)].filter((part) => part !== '').join('\n');
  return {
    claim: standsAlone(unit.text) ? unit.text : `${unit.question} ${unit.text}`,
    evidence: evidence.replace(longRun, '$1$1$1').slice(0, evidenceUnitsMax).toWellFormed(),
  };
}

/** Nearest white space, so that no word is cut. */
function wordStart(text: string, from: number): number {
  if (from <= 0) return 0;
  const space = text.slice(from, from + 40).search(/\s/u);
  return space === -1 ? from : from + space + 1;
}

function wordEnd(text: string, to: number): number {
  if (to >= text.length) return text.length;
  const before = text.slice(Math.max(0, to - 40), to);
  const space = before.search(/\s\S*$/u);
  return space === -1 ? to : to - before.length + space;
}

/** What the judge's word makes of what the words found: the first candidate that it holds to be borne out. */
export function decide(
  candidates: readonly Candidate[],
  judgements: readonly Judgement[] | null,
  { supportedMin, contradictedMax }: GroundLines,
): Grounding {
  const [best] = candidates;
  if (best === undefined) return { kind: 'not_borne_out', why: 'no words in common' };
  if (judgements === null || judgements.length !== candidates.length)
    return { kind: 'borne_out', quotes: best.quotes, judged: null };
  const judged = candidates.map((candidate, at) => ({
    ...candidate,
    judgement: judgements[at] as Judgement,
  }));
  const borne = judged
    .filter(
      // What the source says in the very words needs nobody to find that it does.
      ({ judgement, isCopied }) =>
        (isCopied || judgement.supported >= supportedMin) && judgement.contradicted <= contradictedMax,
    )
    .sort((one, other) => other.judgement.supported - one.judgement.supported)[0];
  if (borne === undefined) {
    const isContradicted = judgements.some(({ contradicted }) => contradicted > contradictedMax);
    return { kind: 'not_borne_out', why: isContradicted ? 'contradicted' : 'not supported' };
  }
  const { supported, contradicted } = borne.judgement;
  return { kind: 'borne_out', quotes: borne.quotes, judged: { supported, contradicted } };
}
