import { americanIdentifiers } from './american-identifiers.ts';
import { asianIdentifiers } from './asian-identifiers.ts';
import { findBankIdentifierCodes } from './bank-identifier-codes.ts';
import { bankIdentifiers } from './bank-identifiers.ts';
import { findBirthDates } from './birth-dates.ts';
import { britishIdentifiers } from './british-identifiers.ts';
import { findCardNumbers } from './card-numbers.ts';
import { centralEuropeanIdentifiers } from './central-european-identifiers.ts';
import type { DataType, FoundData } from './data-types.ts';
import { type DigitRegion, digitRegions } from './digit-regions.ts';
import { documentIdentifiers } from './document-identifiers.ts';
import { findEmailAddresses } from './email-addresses.ts';
import { foldCharacters } from './fold-characters.ts';
import { findIbanNumbers } from './iban-numbers.ts';
import { findIdentifiers, type Identifier } from './identifier.ts';
import { findNetworkAddresses } from './network-addresses.ts';
import { northernEuropeanIdentifiers } from './northern-european-identifiers.ts';
import { findPhoneNumbers } from './phone-numbers.ts';
import { pickCertain } from './pick-certain.ts';
import { findPostalAddresses } from './postal-addresses.ts';
import { southernEuropeanIdentifiers } from './southern-european-identifiers.ts';
import { southernIdentifiers } from './southern-identifiers.ts';
import { findTravelDocumentZones } from './travel-document-zones.ts';
import { findWalletAddresses } from './wallet-addresses.ts';

/** Longer texts are refused rather than read in part: what was not read must never count as clean. */
export const textLengthMax = 4_000_000;

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

/** Each finder with the types that it can find, so that what nobody asked for is not looked for. */
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

/** What was told once by the word beside it is the same thing where it stands again without one. */
function findRepeats(text: string, found: readonly FoundData[]): readonly FoundData[] {
  const known = new Map(
    found
      .map((one) => [text.slice(one.start, one.end), one] as const)
      .filter(([value]) => /^\w{6,40}$/.test(value)),
  );
  if (known.size === 0) return [];
  return Array.from(text.matchAll(word)).flatMap(({ 0: value, index: start }) => {
    const first = known.get(value);
    return first === undefined || first.start === start
      ? []
      : [{ ...first, start, end: start + value.length }];
  });
}

/**
 * Personal data in a text, in order and without overlaps. Names of people, places and organisations are not found here:
 * no rule tells them. All of it takes time in proportion to the text.
 */
export function findPersonalData(
  text: string,
  { types }: { readonly types?: readonly DataType[] } = {},
): readonly FoundData[] {
  if (text.length > textLengthMax) throw new RangeError(`a text has at most ${textLengthMax} characters`);
  const wanted = types === undefined ? null : new Set(types);
  const isWanted = (type: DataType) => wanted === null || wanted.has(type);
  const folded = foldCharacters(text);
  const regions = digitRegions(folded.text);
  const found = [
    ...findIdentifiers(folded.text, {
      regions,
      identifiers: wanted === null ? identifiers : identifiers.filter(({ type }) => isWanted(type)),
    }),
    ...finders.filter(([given]) => given.some(isWanted)).flatMap(([, find]) => find(folded.text, regions)),
  ].filter(({ type }) => isWanted(type));
  const repeats = findRepeats(folded.text, found);
  return pickCertain([...found, ...repeats], folded.text.length).map(({ type, start, end, score }) => ({
    type,
    ...folded.originalRange(start, end),
    score,
  }));
}
