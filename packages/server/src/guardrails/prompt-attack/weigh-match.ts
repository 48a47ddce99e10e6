import { type AttackFamily, type AttackRule, sureScore } from './attack-rules.ts';
import type { Hit } from './family-finder.ts';
import type { Tokens } from './split-tokens.ts';

/** Spoken of, reported, allowed or asked about: a classifier decides, not the rule. */
const spokenOfScoreMax = 0.6;
const everydayScoreMax = 0.5;

const discussedBefore = 40;
const discussedAfter = 25;
const everydayBefore = 6;
const everydayAfter = 8;

/** Before a verb these say that somebody else may do it, does it or should not: nobody is told to. */
const reporting: ReadonlySet<string> = new Set(
  'can could may might i we they he she it users people someone anyone who that which how why when if to not dont never cannot cant didnt doesnt wont shouldnt mustnt avoid models model llm llms bots assistants engine parser tool will would does did do should must'.split(
    ' ',
  ),
);
/** "You must", "I want you to", "you should": told to do it after all. */
const addressing: ReadonlySet<string> = new Set(
  'you please now instead and then must youll lets just also so kindly immediately'.split(' '),
);
const reportingReach = 2;

function isReported(words: readonly string[], first: number): boolean {
  for (let back = 1; back <= reportingReach + 1; back++) {
    const word = words[first - back];
    if (word === undefined) return false;
    if (word === 'you') return false;
    if (back === 1 && addressing.has(word)) return false;
    if (back <= reportingReach && reporting.has(word)) return !isAddressedBefore(words, first - back);
  }
  return false;
}

/** "I want you to", "you should", "you will": the one who is told stands a little further back. */
function isAddressedBefore(words: readonly string[], at: number): boolean {
  return words[at - 1] === 'you' || words[at - 2] === 'you';
}

const asking: ReadonlySet<string> = new Set(
  'what why how does do is are mean means meaning translate phrase sentence word words called explain define example examples quote says said wrote title reads like'.split(
    ' ',
  ),
);
const askingReach = 12;

function isQuotedInQuestion({ words, quoted }: Tokens, first: number): boolean {
  if (quoted[first] !== true) return false;
  for (let at = first - 1; at >= Math.max(0, first - askingReach); at--) {
    if (quoted[at] === false && asking.has(words[at] ?? '')) return true;
  }
  return false;
}

/** How many words of a family begin before each word: whether one stands within a range is one subtraction. */
function countUpTo(
  length: number,
  hits: readonly Hit<AttackFamily>[],
  family: AttackFamily,
): (range: { readonly from: number; readonly to: number }) => boolean {
  const counts = new Int32Array(length + 1);
  for (const hit of hits) if (hit.family === family) counts[hit.first + 1] = (counts[hit.first + 1] ?? 0) + 1;
  for (let index = 1; index <= length; index++)
    counts[index] = (counts[index] ?? 0) + (counts[index - 1] ?? 0);
  return ({ from, to }) =>
    (counts[Math.min(length, Math.max(0, to + 1))] ?? 0) > (counts[Math.max(0, from)] ?? 0);
}

/** Says what a rule counts where it holds, by what stands around it. */
export function createWeigher(
  tokens: Tokens,
  hits: readonly Hit<AttackFamily>[],
): (match: { readonly rule: AttackRule; readonly first: number; readonly last: number }) => number {
  const { words } = tokens;
  const isDiscussed = countUpTo(words.length, hits, 'discussed');
  const isEveryday = countUpTo(words.length, hits, 'everyday');
  return ({ rule, first, last }) => {
    let score = rule.score;
    if (isEveryday({ from: first - everydayBefore, to: last + everydayAfter })) {
      score = Math.min(score, everydayScoreMax);
    }
    if (score < sureScore) return score;
    const spokenOf =
      isDiscussed({ from: first - discussedBefore, to: last + discussedAfter }) ||
      isReported(words, first) ||
      isQuotedInQuestion(tokens, first);
    return spokenOf ? spokenOfScoreMax : score;
  };
}
