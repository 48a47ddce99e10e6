import { contentTerms } from '@avow/text/terms';

/** Words that cannot both be true of the same thing, in pairs. Only what needs no more than the word to be wrong. */
const pairs = `include exclude, increase decrease, raise lower, allow forbid, allow prohibit, permit prohibit, accept reject,
  approve reject, enable disable, minimum maximum, higher lower, largest smallest, longest shortest, highest lowest, latest earliest,
  newest oldest, mandatory optional, required optional, public private, internal external, paid unpaid, automatic manual,
  automatically manually, encrypted unencrypted, supported unsupported, valid invalid, active inactive, temporary permanent, full part,
  success failure, succeed fail, legal illegal, safe unsafe, add remove, create delete, start stop, arrive depart, import export,
  upload download, buy sell, win lose, rise fall, gain loss, visible hidden, known unknown, synchronous asynchronous, available unavailable,
  inbound outbound, domestic international, refundable nonrefundable, taxable exempt, eligible ineligible, authorised unauthorised,
  authorized unauthorized, sunrise sunset, morning evening, monthly yearly, daily weekly, weekly monthly, daily monthly, daily yearly`;

/** Of these an opposite is meant only where all other words are the same: "an old one" need not deny "a new one". */
const inSameWords = `before after, earlier later, early late, first last, above below, inside outside, within outside, more less, more fewer,
  most least, many few, high low, long short, large small, big small, new old, easy hard, easy difficult, simple complex, fast slow,
  strong weak, open closed, opened closed, opens closes, same different, same opposite, left right, top bottom, front back, begin end,
  begins ends, start end, starts ends, always never, true false, local remote, locally remotely, with without, cheap expensive,
  good bad, better worse, best worst, positive negative`;

const listed = (text: string) => text.split(',').map((pair) => pair.trim());
const opposites = bothWays(listed(pairs).map((pair) => contentTerms(pair)));
const turned = bothWays([...listed(pairs), ...listed(inSameWords)].map((pair) => pair.split(' ')));

function bothWays(all: ReadonlyArray<readonly string[]>): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  const add = (one: string, other: string) => found.set(one, (found.get(one) ?? new Set()).add(other));
  for (const [one, other] of all) {
    if (one === undefined || other === undefined || one === other) continue;
    add(one, other);
    add(other, one);
  }
  return found;
}

/** A word of the sentence that the source lacks, where it has the opposite of it, which the sentence lacks. */
export function saysOpposite(said: ReadonlySet<string>, terms: ReadonlySet<string>): boolean {
  return isOpposed(opposites, said, terms);
}

/** The same of plain words, for two sentences that differ in little else. */
export function turnsWord(said: ReadonlySet<string>, words: ReadonlySet<string>): boolean {
  return isOpposed(turned, said, words);
}

function isOpposed(
  known: ReadonlyMap<string, ReadonlySet<string>>,
  said: ReadonlySet<string>,
  others: ReadonlySet<string>,
): boolean {
  for (const word of said) {
    if (others.has(word)) continue;
    for (const opposite of known.get(word) ?? [])
      if (others.has(opposite) && !said.has(opposite)) return true;
  }
  return false;
}
