import { contentTerms } from '@avow/text';

/** Words that cannot both be true of the same thing, in pairs. Only what needs no more than the word to be wrong. */
const pairs = `include exclude, increase decrease, raise lower, allow forbid, allow prohibit, permit prohibit, accept reject,
  approve reject, enable disable, minimum maximum, higher lower, largest smallest, longest shortest, highest lowest, latest earliest,
  newest oldest, mandatory optional, required optional, public private, internal external, paid unpaid, automatic manual,
  automatically manually, encrypted unencrypted, supported unsupported, valid invalid, active inactive, temporary permanent, full part,
  success failure, succeed fail, legal illegal, safe unsafe, add remove, create delete, start stop, arrive depart, import export,
  upload download, buy sell, win lose, rise fall, gain loss, visible hidden, known unknown, synchronous asynchronous, available unavailable,
  inbound outbound, domestic international, refundable nonrefundable, taxable exempt, eligible ineligible, authorised unauthorised,
  authorized unauthorized, sunrise sunset, morning evening, monthly yearly, daily weekly, weekly monthly, daily monthly, daily yearly`;

const opposites: ReadonlyMap<string, ReadonlySet<string>> = bothWays(
  pairs.split(',').map((pair) => contentTerms(pair)),
);

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
  for (const term of said) {
    if (terms.has(term)) continue;
    for (const other of opposites.get(term) ?? []) if (terms.has(other) && !said.has(other)) return true;
  }
  return false;
}
