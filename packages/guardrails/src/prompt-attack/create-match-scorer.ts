import type { AttackFamily, AttackRule } from './attack-rules.ts';
import type { FamilyMatch } from './family-finder.ts';
import type { CountedWords } from './split-tokens.ts';

/** Discussed, reported, allowed or asked about: the classifier decides, not the rule. */
const spokenOfScoreMax = 0.45;
const everydayScoreMax = 0.5;

const discussedBefore = 24;
const discussedAfter = 14;
const aboutMin = 5;
const everydayBefore = 6;
const everydayAfter = 8;

/** Before a verb these say that somebody else does it, may do it or should not: it is not an instruction. */
const reporting: ReadonlySet<string> = new Set(
  'can could may might i we they he she it users people someone anyone who that which how why when if to not dont never cannot cant didnt doesnt wont shouldnt mustnt avoid models model llm llms bots assistants engine parser tool will would does did do'.split(
    ' ',
  ),
);
/** Directly before a verb these make it an instruction. */
const addressing: ReadonlySet<string> = new Set(
  'you please now instead and then must youll lets just also so kindly immediately'.split(' '),
);
const reportingReach = 2;
const addressedReach = 6;

/** Looks back from a word, but not past the end of a sentence. */
function wordsBefore({ words, places }: CountedWords, first: number): readonly string[] {
  const before: string[] = [];
  for (let at = first - 1; at >= 0 && before.length < addressedReach; at--) {
    if ((places[at + 1] ?? 0) - (places[at] ?? 0) > 1) break;
    before.push(words[at] ?? '');
  }
  return before;
}

function isReported(tokens: CountedWords, first: number): boolean {
  const [last = '', ...further] = wordsBefore(tokens, first);
  if (addressing.has(last)) return false;
  const at = [last, ...further].slice(0, reportingReach).findIndex((word) => reporting.has(word));
  // "I want you to", "you should", "you are going to" are instructions after all.
  return at >= 0 && !further.includes('you');
}

const asking: ReadonlySet<string> = new Set(
  'what why how does do is are mean means meaning translate phrase sentence word words called explain define example examples quote says said wrote title reads like'.split(
    ' ',
  ),
);
const askingReach = 12;

function isQuotedInQuestion({ words, quoted }: CountedWords, first: number): boolean {
  if (quoted[first] !== true) return false;
  for (let at = first - 1; at >= Math.max(0, first - askingReach); at--) {
    if (quoted[at] === false && asking.has(words[at] ?? '')) return true;
  }
  return false;
}

/** How many words of a family begin before each word: whether one stands within a range is one subtraction. */
function createPresenceCheck(
  length: number,
  hits: readonly FamilyMatch<AttackFamily>[],
  family: AttackFamily,
): (range: { readonly from: number; readonly to: number }) => boolean {
  const counts = new Int32Array(length + 1);
  for (const hit of hits) if (hit.family === family) counts[hit.first + 1] = (counts[hit.first + 1] ?? 0) + 1;
  for (let index = 1; index <= length; index++)
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
  return ({ from, to }) =>
    (counts[Math.min(length, Math.max(0, to + 1))] ?? 0) > (counts[Math.max(0, from)] ?? 0);
}

/** Scores a match of a rule by its context. */
export function createMatchScorer(
  tokens: CountedWords,
  hits: readonly FamilyMatch<AttackFamily>[],
): (match: { readonly rule: AttackRule; readonly first: number; readonly last: number }) => number {
  const { words } = tokens;
  // A page about attacks quotes them in lists and examples, far from the words that say so.
  const isAboutAttacks = hits.filter(({ family }) => family === 'discussed').length >= aboutMin;
  const isDiscussed = createPresenceCheck(words.length, hits, 'discussed');
  const isEveryday = createPresenceCheck(words.length, hits, 'everyday');
  return ({ rule, first, last }) => {
    let score = rule.score;
    if (isEveryday({ from: first - everydayBefore, to: last + everydayAfter })) {
      score = Math.min(score, everydayScoreMax);
    }
    const spokenOf =
      isAboutAttacks ||
      isDiscussed({ from: first - discussedBefore, to: last + discussedAfter }) ||
      isReported(tokens, first) ||
      isQuotedInQuestion(tokens, first);
    return spokenOf ? Math.min(score, spokenOfScoreMax) : score;
  };
}
