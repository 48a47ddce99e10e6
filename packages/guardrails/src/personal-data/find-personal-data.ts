import { americanIdentifiers } from './american-identifiers.ts';
import { asianIdentifiers } from './asian-identifiers.ts';
import { bankIdentifiers } from './bank-identifiers.ts';
import { findBirthDates } from './birth-dates.ts';
import { britishIdentifiers } from './british-identifiers.ts';
import { findCardNumbers } from './card-numbers.ts';
import { centralEuropeanIdentifiers } from './central-european-identifiers.ts';
import { contextWords, hasContext } from './context-words.ts';
import type { DataType, FoundData } from './data-types.ts';
import { scores } from './data-types.ts';
import { type DigitRegion, digitRegions } from './digit-regions.ts';
import { documentIdentifiers } from './document-identifiers.ts';
import { findEmailAddresses } from './email-addresses.ts';
import { foldCharacters } from './fold-characters.ts';
import { findIbanNumbers } from './iban-numbers.ts';
import { findIdentifiers, type Identifier } from './identifier.ts';
import { findNetworkAddresses } from './network-addresses.ts';
import { northernEuropeanIdentifiers } from './northern-european-identifiers.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { findPostalAddresses } from './postal-addresses.ts';
import { resolveOverlaps } from './resolve-overlaps.ts';
import { southernEuropeanIdentifiers } from './southern-european-identifiers.ts';
import { southernIdentifiers } from './southern-identifiers.ts';
import { findTravelDocumentZones } from './travel-document-zones.ts';
import { findWalletAddresses } from './wallet-addresses.ts';

/** Four letters for the bank, two for the country, then two or five characters for location and branch. */
const form = /(?<![\w[])[A-Z]{4}([A-Z]{2})[A-Z0-9]{2}(?:[A-Z0-9]{3})?(?!\w)/g;
const words = contextWords('swift, bic, swift code, swift*, bank identifier');
const hint = /swift|bic/i;

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Finds bank identifier codes next to a label, because many words in capitals have the same format. */
function findBankIdentifierCodes(text: string): readonly FoundData[] {
  if (!hint.test(text)) return [];
  const found: FoundData[] = [];
  for (const match of text.matchAll(form)) {
    const { 0: written, 1: country = '', index: start } = match;
    const range = { start, end: start + written.length };
    if (regionNames.of(country) !== undefined && hasContext(text, range, words)) {
      found.push({ type: 'swift_bic', ...range, score: scores.shaped });
    }
  }
  return found;
}

/** Longer texts are rejected rather than read in part: unread text must never count as clean. */
export const personalDataUnitsMax = 4_000_000;

const identifiers: readonly Identifier[] = [
  ...americanIdentifiers,
  ...britishIdentifiers,
  ...centralEuropeanIdentifiers,
  ...southernEuropeanIdentifiers,
  ...northernEuropeanIdentifiers,
  ...asianIdentifiers,
  ...southernIdentifiers,
  ...bankIdentifiers,
  ...documentIdentifiers,
];

type Find = (text: string, regions: readonly DigitRegion[]) => readonly FoundData[];

/** Each finder with the types it can find, so that finders for other types are skipped. */
const finders: ReadonlyArray<readonly [types: readonly DataType[], find: Find]> = [
  [['card'], findCardNumbers],
  [['iban'], findIbanNumbers],
  [['email'], findEmailAddresses],
  [['phone'], findPhoneNumbers],
  [['ip_address', 'mac_address'], findNetworkAddresses],
  [['wallet'], findWalletAddresses],
  [['mrz'], findTravelDocumentZones],
  [['swift_bic'], findBankIdentifierCodes],
  [['date_of_birth'], findBirthDates],
  [['address'], findPostalAddresses],
];

const word = /\w{6,40}/g;

/** Where a labelled value is found again without its label: anywhere, or only after the label. */
type Repeats = 'anywhere' | 'further_on';

/** Finds further occurrences, without a label, of values that have one elsewhere. */
function findRepeats(text: string, found: readonly FoundData[], repeats: Repeats): readonly FoundData[] {
  const known = new Map<string, FoundData>();
  for (const one of found) {
    const value = text.slice(one.start, one.end);
    const first = known.get(value);
    if (/^\w{6,40}$/.test(value) && (first === undefined || one.start < first.start)) known.set(value, one);
  }
  if (known.size === 0) return [];
  return Array.from(text.matchAll(word)).flatMap(({ 0: value, index: start }) => {
    const first = known.get(value);
    if (first === undefined || first.start === start) return [];
    if (repeats === 'further_on' && first.start > start) return [];
    return [{ ...first, start, end: start + value.length }];
  });
}

export interface FindingOptions {
  readonly types?: readonly DataType[];
  /** `further_on`: for an unfinished text, so that later text does not change its findings. */
  readonly repeats?: Repeats;
}

/** Everything in a folded text that may be personal data, unordered. Candidates may overlap and contradict each other. */
export function findCandidates(
  text: string,
  { types, repeats = 'anywhere' }: FindingOptions,
): readonly FoundData[] {
  const wanted = types === undefined ? null : new Set(types);
  const isWanted = (type: DataType) => wanted === null || wanted.has(type);
  const regions = digitRegions(text);
  const found = [
    ...findIdentifiers(text, {
      regions,
      identifiers: wanted === null ? identifiers : identifiers.filter(({ type }) => isWanted(type)),
    }),
    ...finders.filter(([given]) => given.some(isWanted)).flatMap(([, find]) => find(text, regions)),
  ].filter(({ type }) => isWanted(type));
  return [...found, ...findRepeats(text, found, repeats)];
}

/**
 * Personal data in a text, in order and without overlaps. Names of people, places and organisations are not found here:
 * no rule recognises them. The time is proportional to the length of the text.
 */
export function findPersonalData(text: string, options: FindingOptions = {}): readonly FoundData[] {
  if (text.length > personalDataUnitsMax)
    throw new RangeError(`a text has at most ${personalDataUnitsMax} characters`);
  const folded = foldCharacters(text);
  return resolveOverlaps(findCandidates(folded.text, options), folded.text.length).map(
    ({ type, start, end, score }) => ({ type, ...folded.originalRange(start, end), score }),
  );
}
