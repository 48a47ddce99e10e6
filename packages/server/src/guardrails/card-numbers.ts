import type { Guardrail } from '../interfaces/guardrail.ts';
import { issuedLengths, prefixDigits } from './card-issuers.ts';
import { createRedactingGuardrail } from './redacting-guardrail.ts';
import { isGroupGap, splitWords, type Word } from './split-words.ts';

const digitsMin = 13;
const digitsMax = 19;

/** The check digit of payment cards: from the right, every second digit counts double. */
function hasLuhnChecksum(digits: string): boolean {
  let sum = 0;
  let double = digits.length % 2 === 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = (digits.charCodeAt(index) - 0x30) * (double ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
    double = !double;
  }
  return sum % 10 === 0;
}

function isCardNumber(digits: string, lengths: ReadonlySet<number>): boolean {
  // One digit again and again is a dummy, should the table of issuers ever come to hold one that adds up.
  return lengths.has(digits.length) && hasLuhnChecksum(digits) && new Set(digits).size > 1;
}

/** How the digits are grouped on cards. A number so written is taken for a card whatever stands around it. */
const cardLayout = /^(4-4-4-[1-4]|4-4-4-4-[1-3]|4-6-[45]|4-3-3-3|6-13|8-8)$/;

/** Digit by digit, as spoken numbers are written down, or in groups that are not those of tables and dates. */
const looseLayout = /^(1(-1)+|([3-9]|1\d)(-([3-9]|1\d))*(-[12])?)$/;

/** Words that say what a bare number is, when it is no card. */
const otherLabel =
  /(?:^|[^\p{L}])(?:orders?|invoices?|tracking|parcel|shipment|reference|ref|ticket|serial|sku|imei|isbn|ean|gtin|upc|timestamp|epoch|session|transaction|phone|tel|telephone|mobile|cell|fax|call|whatsapp|bestellung|rechnung|commande|pedido|ordine)(?:[\s#:=]|numbers?|num|no\.?|nr\.?|ids?|codes?|is|was)*$/iu;
const attachedBefore = /(?:[\p{L}\p{N}]+-|[\p{L}\p{N}]*\/)$/u;
const cardWord = /card|visa|amex|maestro|diners|discover|credit|debit|carte|karte|tarjeta/iu;
const attachedAfter = /^[-/][\p{L}_]/u;
const contextLength = 40;

function textBefore(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - contextLength), offset);
}

/** Whether a bare number is part of a name, a path or a code, or is called something other than a card. */
function isCalledOtherwise(text: string, { start, end }: Pick<Word, 'start' | 'end'>): boolean {
  const before = textBefore(text, start);
  if (otherLabel.test(before) || attachedAfter.test(text.slice(end, end + 3))) return true;
  const attached = attachedBefore.exec(before)?.[0];
  return attached !== undefined && !cardWord.test(attached);
}

/** Part of a decimal fraction, or an international telephone number. */
function isOtherNumber(text: string, { start, end }: Pick<Word, 'start' | 'end'>): boolean {
  return (
    /(?:\+|\p{Nd}\.)$/u.test(text.slice(Math.max(0, start - 3), start)) ||
    /^\.\p{Nd}/u.test(text.slice(end, end + 3))
  );
}

/** The groups of digits that stand side by side, parted as the groups of one number are. */
function splitRuns(text: string): ReadonlyArray<readonly Word[]> {
  const runs: Word[][] = [];
  let run: Word[] = [];
  for (const word of splitWords(text)) {
    const last = run.at(-1);
    if (last !== undefined && !isGroupGap(text.slice(last.end, word.start))) run = [];
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
  /** Nothing else stands beside it that could be a part of the same number. */
  readonly alone: boolean;
}

function isPlausible(text: string, { groups, start, end, alone }: Candidate): boolean {
  if (isOtherNumber(text, { start, end })) return false;
  const layout = groups.map(({ folded }) => folded.length).join('-');
  if (cardLayout.test(layout)) return true;
  if (groups.length > 1 && !alone) return false;
  if (groups.length > 1 && !looseLayout.test(layout)) return cardWord.test(textBefore(text, start));
  return !isCalledOtherwise(text, { start, end });
}

/** The longest card number among the groups that begins with the first of them. */
function findCard(text: string, run: readonly Word[], first: number): Candidate | null {
  let found: Candidate | null = null;
  let digits = '';
  let lengths: ReadonlySet<number> | null = null;
  for (let last = first; last < run.length; last += 1) {
    const group = run[last];
    digits += group?.folded ?? '';
    if (group === undefined || digits.length > digitsMax) break;
    if (digits.length < prefixDigits) continue;
    // Most numbers are nobody's cards: that is known from how they begin, before anything is built.
    lengths ??= issuedLengths(digits.slice(0, prefixDigits));
    if (lengths.size === 0) break;
    if (!isCardNumber(digits, lengths)) continue;
    const groups = run.slice(first, last + 1);
    const start = groups[0]?.start ?? group.start;
    const candidate = { groups, start, end: group.end, alone: groups.length === run.length };
    if (isPlausible(text, candidate)) found = candidate;
  }
  return found;
}

/** Whether a text has as many digits as the shortest card number, of any script. */
const enoughDigits = new RegExp(`(?:\\p{Nd}\\P{Nd}*?){${digitsMin}}`, 'u');

function findCards(text: string): readonly Candidate[] {
  if (!enoughDigits.test(text)) return [];
  const cards: Candidate[] = [];
  for (const run of splitRuns(text)) {
    for (let first = 0; first < run.length; ) {
      const card = findCard(text, run, first);
      if (card !== null) cards.push(card);
      first += card?.groups.length ?? 1;
    }
  }
  return cards;
}

/** Replaces payment card numbers, in any script's digits, told from other long numbers by issuer, checksum and place. */
export function createCardNumbersGuardrail(settings: {
  readonly id: Guardrail['id'];
  readonly stage: 'input' | 'output';
}): Guardrail {
  return createRedactingGuardrail({
    ...settings,
    name: 'Payment card numbers',
    thing: 'payment card number',
    placeholder: '[card number]',
    find: findCards,
  });
}
