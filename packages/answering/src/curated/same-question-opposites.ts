import { stem } from '@avow/text/terms';

const listed = (words: string) => words.split(/\s+/).filter((word) => word !== '');
const stems = (words: string): ReadonlySet<string> => new Set(listed(words).map(stem));

/** If one question has one word and the other question its opposite, they differ. Keyed by stem, in both directions. */
const opposites: ReadonlyMap<string, ReadonlySet<string>> = readOpposites(`
  with/without before/after enable/disable start/stop start/end begin/end start/finish open/close increase/decrease
  raise/lower raise/reduce increase/reduce add/remove create/delete allow/forbid allow/deny allow/prohibit include/exclude
  minimum/maximum min/max least/most lowest/highest first/last earliest/latest early/late more/less more/fewer over/under
  above/below up/down inside/outside internal/external indoors/outdoors domestic/international local/remote accept/reject
  accept/decline approve/reject approve/decline hire/fire import/export upload/download upgrade/downgrade lock/unlock
  login/logout mandatory/optional public/private old/new current/former full/part permanent/temporary buy/sell buy/rent
  lend/borrow send/receive arrive/depart arrival/departure maternity/paternity mother/father male/female man/woman
  morning/evening day/night weekday/weekend summer/winter north/south east/west left/right win/lose gain/lose push/pull
  gross/net income/expense debit/credit employer/employee manager/employee buyer/seller teacher/student parent/child
  input/output read/write online/offline hot/cold join/quit expand/shrink grow/shrink rise/fall cheap/expensive
  advantage/disadvantage benefit/drawback benefit/harm pro/con safe/dangerous legal/illegal true/false same/different
  success/failure succeed/fail pass/fail attack/defend encrypt/decrypt encode/decode compress/decompress attach/detach
  hide/show mute/unmute freeze/unfreeze block/unblock subscribe/unsubscribe follow/unfollow pause/resume arm/disarm
  deposit/withdraw deposit/withdrawal earn/spend save/spend profit/loss asset/liability supply/demand import/export
  landlord/tenant lender/borrower husband/wife son/daughter brother/sister boy/girl adult/child young/old short/long
  short/tall small/large small/big narrow/wide slow/fast high/low light/heavy light/dark strong/weak soft/hard wet/dry
  empty/full rich/poor easy/difficult best/worst good/bad better/worse positive/negative active/passive dead/alive
  dominant/recessive benign/malignant acute/chronic cause/treat prevent/cause prevent/treat arrive/leave enter/leave enter/exit employ/dismiss promote/demote`);

/** Words of one set exclude each other: questions with different ones differ. */
const exclusiveSets: readonly ReadonlySet<string>[] = [
  'monday tuesday wednesday thursday friday saturday sunday',
  'january february april june july august september october november december',
  'second minute hour day week month quarter year',
  'hourly daily weekly monthly quarterly yearly',
  'spring summer autumn winter',
  'breakfast lunch dinner',
  'red green blue yellow black white orange purple',
  'cat dog horse',
  'euro dollar pound yen franc',
  'kilometre mile metre foot inch',
  'windows linux macos android iphone',
].map(stems);

/** Prefixes that give the same word the opposite meaning. */
const prefixPairs: ReadonlyArray<readonly [string, string]> = [
  ['hyper', 'hypo'],
  ['pre', 'post'],
  ['over', 'under'],
  ['inter', 'intra'],
  ['up', 'down'],
  ['im', 'ex'],
  ['in', 'ex'],
  ['in', 'out'],
  ['macro', 'micro'],
  ['endo', 'exo'],
  ['super', 'sub'],
];
const negativePrefixes = ['un', 'dis', 'non', 'in', 'im', 'il', 'ir', 'de'];
const restUnitsMin = 3;

/** Whether a word of one question is the opposite of a word of the other, and neither has both. Symmetric. */
export function haveOpposites(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return hasOppositeOf(one, other) || hasOppositeOf(other, one) || namesAnother(one, other);
}

function hasOppositeOf(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  for (const form of one) {
    if (other.has(form)) continue;
    for (const opposite of opposites.get(form) ?? [])
      if (other.has(opposite) && !one.has(opposite)) return true;
    if (form.length < restUnitsMin) continue;
    if (negativePrefixes.some((prefix) => other.has(prefix + form) && !one.has(prefix + form))) return true;
    for (const [left, right] of prefixPairs) {
      if (!form.startsWith(left) || form.length < left.length + restUnitsMin) continue;
      const swapped = right + form.slice(left.length);
      if (other.has(swapped) && !one.has(swapped)) return true;
    }
  }
  return false;
}

function namesAnother(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return exclusiveSets.some((set) => {
    const ours = [...set].filter((word) => one.has(word));
    const theirs = [...set].filter((word) => other.has(word));
    return ours.length > 0 && theirs.length > 0 && !ours.some((word) => theirs.includes(word));
  });
}

function readOpposites(pairs: string): Map<string, Set<string>> {
  const gathered = new Map<string, Set<string>>();
  const add = (word: string, against: string) =>
    gathered.set(word, (gathered.get(word) ?? new Set()).add(against));
  for (const pair of listed(pairs)) {
    const [left = '', right = ''] = pair.split('/').map(stem);
    add(left, right);
    add(right, left);
  }
  return gathered;
}
