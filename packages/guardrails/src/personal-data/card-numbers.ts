import { issuedLengths, prefixDigits } from './card-issuers.ts';
import { hasLuhnCheck } from './check-digits.ts';
import { type FoundData, scores } from './data-types.ts';
import type { DigitRegion } from './digit-regions.ts';
import { isGroupGap, splitWords, type Word } from './split-words.ts';

const digitsMin = 13;
const digitsMax = 19;

function isCardNumber(digits: string, lengths: ReadonlySet<number>): boolean {
  // A repeated digit is a dummy, should the table of issuers ever include one with a valid checksum.
  return lengths.has(digits.length) && hasLuhnCheck(digits) && new Set(digits).size > 1;
}

/** How digits are grouped on cards. A number in such groups counts as a card regardless of its context. */
const cardLayout = /^(4-4-4-[1-4]|4-4-4-4-[1-3]|4-6-[45]|4-3-3-3|6-13|8-8)$/;

/** Single digits, as in transcribed speech, or groups that do not occur in tables and dates. */
const looseLayout = /^(1(-1)+|([3-9]|1\d)(-([3-9]|1\d))*(-[12])?)$/;

/** Labels of ungrouped numbers that are not cards. */
const otherLabel =
  /(?:^|[^\p{L}])(?:orders?|invoices?|tracking|parcel|shipment|reference|ref|ticket|serial|sku|imei|isbn|ean|gtin|upc|timestamp|epoch|session|transaction|phone|tel|telephone|mobile|cell|fax|call|whatsapp|bestellung|rechnung|commande|pedido|ordine)(?:[\s#:=]|numbers?|num|no\.?|nr\.?|ids?|codes?|is|was)*$/iu;
const attachedBefore = /(?:[\p{L}\p{N}]+-|[\p{L}\p{N}]*\/)$/u;
const cardWord = /card|visa|amex|maestro|diners|discover|credit|debit|carte|karte|tarjeta/iu;
const attachedAfter = /^[-/][\p{L}_]/u;
const contextLength = 40;

function textBefore(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - contextLength), offset);
}

/** Whether an ungrouped number is part of a name, path or code, or has a label other than a card. */
function isLabelledOtherwise(text: string, { start, end }: Pick<Word, 'start' | 'end'>): boolean {
  const before = textBefore(text, start);
  if (otherLabel.test(before) || attachedAfter.test(text.slice(end, end + 3))) return true;
  const attached = attachedBefore.exec(before)?.[0];
  return attached !== undefined && !cardWord.test(attached);
}

/** Whether it is part of a decimal fraction or of an international telephone number. */
function isOtherNumber(text: string, { start, end }: Pick<Word, 'start' | 'end'>): boolean {
  return (
    /(?:\+|\p{Nd}\.)$/u.test(text.slice(Math.max(0, start - 3), start)) ||
    /^\.\p{Nd}/u.test(text.slice(end, end + 3))
  );
}

/** Which separators may join the groups of a number. */
interface Joining {
  readonly joins: (between: string) => boolean;
  /** Accept only the groups used on cards: with these separators, other groups are dates, tables or lists. */
  readonly asOnCards: boolean;
  /** How many gaps of a number may contain a line break. */
  readonly lineEndsMax: number;
  /** A text without a match contains no such number. */
  readonly hint: RegExp;
}

const joinings: readonly Joining[] = [
  { joins: isGroupGap, asOnCards: false, lineEndsMax: 0, hint: /\d/ },
  { joins: (between) => between === '.', asOnCards: true, lineEndsMax: 0, hint: /\d\.\d/ },
  { joins: (between) => /^ ?\/ ?$/.test(between), asOnCards: true, lineEndsMax: 0, hint: /\d ?\/ ?\d/ },
  {
    // A number wrapped at the end of a line. Four numbers below each other are a list.
    joins: (between) => isGroupGap(between) || /^ ?\n ?$/.test(between),
    asOnCards: true,
    lineEndsMax: 1,
    hint: /\d ?\n ?\d/,
  },
];

/** Runs of adjacent groups of digits whose separators may join the groups of one number. */
function splitRuns(text: string, { joins }: Joining): ReadonlyArray<readonly Word[]> {
  const runs: Word[][] = [];
  let run: Word[] = [];
  for (const word of splitWords(text)) {
    const last = run.at(-1);
    if (last !== undefined && !joins(text.slice(last.end, word.start))) run = [];
    if (!/^\d+$/.test(word.folded)) {
      run = [];
      continue;
    }
    if (run.length === 0) runs.push(run);
    run.push(word);
  }
  return runs;
}

interface Candidate {
  readonly groups: readonly Word[];
  readonly start: number;
  readonly end: number;
  /** Whether no adjacent group could be part of the same number. */
  readonly alone: boolean;
}

function isPlausible(text: string, { groups, start, end, alone }: Candidate, joining: Joining): boolean {
  if (isOtherNumber(text, { start, end })) return false;
  const layout = groups.map(({ folded }) => folded.length).join('-');
  const lineEnds = text.slice(start, end).split('\n').length - 1;
  if (lineEnds > joining.lineEndsMax) return false;
  if (cardLayout.test(layout)) return true;
  if (joining.asOnCards) return false;
  if (groups.length > 1 && !alone) return false;
  if (groups.length > 1 && !looseLayout.test(layout)) return cardWord.test(textBefore(text, start));
  return !isLabelledOtherwise(text, { start, end });
}

/** The longest card number among the groups that begins with the first of them. */
function findCard(
  text: string,
  {
    run,
    first,
    joining,
  }: { readonly run: readonly Word[]; readonly first: number; readonly joining: Joining },
): Candidate | null {
  let found: Candidate | null = null;
  let digits = '';
  let lengths: ReadonlySet<number> | null = null;
  for (let last = first; last < run.length; last += 1) {
    const group = run[last];
    digits += group?.folded ?? '';
    if (group === undefined || digits.length > digitsMax) break;
    if (digits.length < prefixDigits) continue;
    // The prefix of most numbers shows that they are not cards, before anything is allocated.
    lengths ??= issuedLengths(digits.slice(0, prefixDigits));
    if (lengths.size === 0) break;
    if (!isCardNumber(digits, lengths)) continue;
    const groups = run.slice(first, last + 1);
    const start = groups[0]?.start ?? group.start;
    const candidate = { groups, start, end: group.end, alone: groups.length === run.length };
    if (isPlausible(text, candidate, joining)) found = candidate;
  }
  return found;
}

/** Payment card numbers, distinguished from other long numbers by issuer, checksum and context. */
export function findCardNumbers(text: string, regions: readonly DigitRegion[]): readonly FoundData[] {
  if (!regions.some(({ digits }) => digits >= digitsMin)) return [];
  const found: FoundData[] = [];
  for (const joining of joinings.filter(({ hint }) => hint.test(text))) {
    for (const run of splitRuns(text, joining)) {
      for (let first = 0; first < run.length; ) {
        const card = findCard(text, { run, first, joining });
        if (card !== null) found.push({ type: 'card', start: card.start, end: card.end, score: scores.sure });
        first += card?.groups.length ?? 1;
      }
    }
  }
  return found;
}
