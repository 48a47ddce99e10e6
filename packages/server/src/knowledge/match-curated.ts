import { curatedKey } from '../text/normalise-question.ts';
import { stem } from '../text/stem.ts';
import { contentTerms, hasNegation, isGenericTerm, isNumberTerm, wordsOf } from '../text/terms.ts';
import { type QuestionKind, questionKind } from './question-kind.ts';

/**
 * From here on two questions count as the same. With every word that matters alike, one that does not may differ; a word
 * that matters may differ only among six others. A wrong curated answer is worse than none, so the bar is high.
 */
export const curatedSimilarityMin = 0.85;

/** Curated questions are short; nothing this long can ask the same as one of them. */
const askedUnitsMax = 4_000;
const genericWeight = 0.25;
/** Asking when is not asking who, however alike the rest: this takes a perfect match below the bar. */
const otherKindFactor = 0.8;

// One of the two in one question and the other in the other: opposite questions.
const opposites: ReadonlyArray<readonly [string, string]> =
  `with/without before/after enable/disable start/stop start/end begin/end start/finish open/close increase/decrease
  raise/lower raise/reduce increase/reduce add/remove create/delete allow/forbid allow/deny allow/prohibit include/exclude
  minimum/maximum min/max least/most lowest/highest first/last earliest/latest early/late more/less more/fewer over/under
  above/below up/down inside/outside internal/external indoors/outdoors domestic/international local/remote accept/reject
  accept/decline approve/reject approve/decline hire/fire import/export upload/download upgrade/downgrade lock/unlock
  login/logout mandatory/optional public/private old/new current/former full/part permanent/temporary buy/sell buy/rent
  lend/borrow send/receive arrive/depart arrival/departure maternity/paternity mother/father male/female man/woman
  morning/evening day/night weekday/weekend summer/winter north/south east/west left/right win/lose gain/lose push/pull
  gross/net income/expense debit/credit employer/employee manager/employee buyer/seller teacher/student parent/child
  input/output read/write online/offline hot/cold join/quit`
    .split(/\s+/)
    .filter((pair) => pair !== '')
    .map((pair) => pair.split('/').map(stem) as [string, string]);
// "Must I?" is not "May I?".
const necessity: ReadonlySet<string> = new Set(
  'must need require oblige mandatory should shall'.split(' ').map(stem),
);
const possibility: ReadonlySet<string> = new Set(
  'can may could might allow permit able possible get entitle'.split(' ').map(stem),
);
const negativePrefixes = ['un', 'dis', 'non', 'in', 'im', 'de'];
const phrasalVerbs: ReadonlySet<string> = new Set(
  'turn switch log sign check opt clock hand move go come take put pay phase scale speed'
    .split(' ')
    .map(stem),
);
const particles: ReadonlySet<string> = new Set(['in', 'on', 'out', 'off', 'up', 'down']);
const roleMarkers: readonly string[] = [
  'from',
  'to',
  'before',
  'after',
  'into',
  'than',
  'by',
  'over',
  'under',
  'instead',
];

interface Read {
  readonly words: readonly string[];
  readonly forms: ReadonlySet<string>;
  readonly terms: ReadonlyMap<string, number>;
  readonly kind: QuestionKind;
  readonly negated: boolean;
}

/**
 * How surely two questions ask the same, 0 to 1, the same both ways round. 1: the same words that carry content, in any
 * order. 0: they differ in a number, a denial or an opposite, or share nothing.
 */
export function curatedSimilarity(asked: string, candidate: string): number {
  if (asked.length > askedUnitsMax || candidate.length > askedUnitsMax) return 0;
  const one = read(asked);
  const other = read(candidate);
  if (one.terms.size === 0 || other.terms.size === 0) {
    const key = curatedKey(asked);
    return key !== '' && key === curatedKey(candidate) ? 1 : 0;
  }
  if (one.negated !== other.negated || !sameNumbers(one, other)) return 0;
  if (areOpposed(one, other) || areOpposed(other, one) || rolesDiffer(one, other)) return 0;
  const sameKind =
    kindsAgree(one.kind, other.kind) && !demandsDiffer(one, other) && !demandsDiffer(other, one);
  return overlap(one.terms, other.terms) * (sameKind ? 1 : otherKindFactor);
}

function read(text: string): Read {
  const words = wordsOf(text).map((word) => word.toLowerCase());
  const terms = new Map<string, number>();
  for (const term of contentTerms(text)) terms.set(term, (terms.get(term) ?? 0) + 1);
  return {
    words,
    forms: new Set(
      words.flatMap((word) => [word, ...word.split(/[-‐‑]/u)]).flatMap((word) => [word, stem(word)]),
    ),
    terms,
    kind: questionKind(text),
    negated: hasNegation(text),
  };
}

/** Weighted Jaccard overlap of the two multisets. */
function overlap(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let shared = 0;
  let all = 0;
  for (const term of new Set([...one.keys(), ...other.keys()])) {
    const weight = isGenericTerm(term) ? genericWeight : 1;
    const counts = [one.get(term) ?? 0, other.get(term) ?? 0];
    shared += weight * Math.min(...counts);
    all += weight * Math.max(...counts);
  }
  return all === 0 ? 0 : shared / all;
}

function sameNumbers(one: Read, other: Read): boolean {
  const numbersOf = ({ terms }: Read) => [...terms.keys()].filter(isNumberTerm).sort().join(' ');
  return numbersOf(one) === numbersOf(other);
}

function areOpposed(one: Read, other: Read): boolean {
  for (const [left, right] of opposites) {
    if (one.forms.has(left) && !one.forms.has(right) && other.forms.has(right) && !other.forms.has(left))
      return true;
  }
  for (const form of one.forms) {
    if (form.length < 3 || other.forms.has(form)) continue;
    if (negativePrefixes.some((prefix) => other.forms.has(prefix + form))) return true;
  }
  const ours = particlesOf(one);
  const theirs = particlesOf(other);
  return ours.size > 0 && theirs.size > 0 && ![...ours].some((particle) => theirs.has(particle));
}

function demandsDiffer(one: Read, other: Read): boolean {
  const has = ({ forms }: Read, among: ReadonlySet<string>) => [...among].some((form) => forms.has(form));
  return has(one, necessity) && !has(one, possibility) && has(other, possibility) && !has(other, necessity);
}

/** "Turn it off" and "log out": what these verbs mean hangs on the small word after them. */
function particlesOf({ words }: Read): Set<string> {
  const found = new Set<string>();
  words.forEach((word, position) => {
    if (!phrasalVerbs.has(stem(word))) return;
    const particle = words.slice(position + 1, position + 4).find((next) => particles.has(next));
    if (particle !== undefined) found.add(particle);
  });
  return found;
}

/** "From Oslo to Rome" is not "from Rome to Oslo": the same words after other markers. */
function rolesDiffer(one: Read, other: Read): boolean {
  return roleMarkers.some((marker) => {
    const ours = termAfter(one, marker);
    const theirs = termAfter(other, marker);
    if (ours === null || theirs === null || ours === theirs) return false;
    return one.terms.has(theirs) && other.terms.has(ours);
  });
}

function termAfter({ words }: Read, marker: string): string | null {
  const position = words.indexOf(marker);
  if (position === -1) return null;
  return contentTerms(words.slice(position + 1, position + 6).join(' '))[0] ?? null;
}

function kindsAgree(one: QuestionKind, other: QuestionKind): boolean {
  return one === other || one === 'none' || other === 'none';
}
