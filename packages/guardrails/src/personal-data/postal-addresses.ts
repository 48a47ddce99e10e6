import { contextWords, hasContextBefore } from './context-words.ts';
import { type FoundData, scores } from './data-types.ts';

const name = "\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}";
const names = (max: number) => `${name}(?:[ ]${name}){0,${max - 1}}`;
/** An empty line ends an address. */
const gap = '(?:(?!\\n\\n)[ ,\\n]){1,3}';

const englishStreet =
  'Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Parkway|Pkwy|Highway|Hwy|Crescent|Cres|Close|Circle|Cir|Trail|Trl|Row|Mews|Gardens|Grove|Alley|Quay|Walk|Plaza|Loop|Run|Pike|Broadway|Esplanade|Parade';
const unitWord = `${gap}(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|Room|Rm|Box|PO Box|#)\\.?[ ]?#?[\\dA-Za-z-]{1,6}`;
const unit = `(?:${unitWord})?`;
const ukPostcode = '[A-Z]{1,2}\\d[A-Z\\d]?[ ]?\\d[A-Z]{2}';
const region = '(?:[A-Z]{2}|[A-Z][a-z]{3,12}(?:[ ][A-Z][a-z]{3,12})?)';
const town = `(?:${gap}${names(3)})`;
const postcode = `(?:${ukPostcode}|\\d{5}(?:-\\d{4})?|\\d{4}[ ]?[A-Z]{2}|[A-Z]\\d[A-Z][ ]?\\d[A-Z]\\d|\\d{4}|\\d{3}[ ]\\d{2}|[A-Z]{1,2}-\\d{4,5})`;
const tail = `(?:${town}{0,2}(?:${gap}${region})?${gap}${postcode}(?:[ ]${names(2)})?)?`;
/** In prose, a number that could be a year of this or the last century is rarely a house number. */
const year = '(?:19|20)\\d{2}';
/** Lower-case words within the name of a street or town. */
const particle =
  '(?:de|del|della|di|da|do|dos|das|la|las|los|le|les|du|des|van|von|der|den|of|the|ul\\.|u\\.|utca|út)';
const houseNumber = '\\d{1,5}(?:[ ]?[a-zA-Z](?![\\p{L}]))?(?:[-/]\\d{1,4})?';

const sources = [
  // 221B Baker Street; 1600 Pennsylvania Avenue NW, Washington, DC 20500.
  `(?:(?:Flat|Apt|Unit|Suite)[ ]\\d{1,4}[A-Za-z]?,?[ ])?(?!${year},)${houseNumber},?[ ](?!(?:The|This|My|Your|Our)[ ])(?:[NSEW]\\.?[ ])?(?:${name}[ ]|\\d{1,3}(?:st|nd|rd|th)[ ]){1,4}(?:${englishStreet})\\b\\.?(?:[ ](?:NW|NE|SW|SE|N|S|E|W|North|South|East|West)\\b)?${unit}${tail}`,
  // 12 bis, rue de la Paix, 75002 Paris.
  `${houseNumber}(?:[ ](?:bis|ter))?,?[ ](?:rue|avenue|boulevard|bd|place|chemin|impasse|allée|allee|quai|cours|route|square|passage)[ ](?:(?:de|du|des|la|le|les|l'|d'|à|aux|en|sur)[ ]?){0,3}${names(4)}${tail}`,
  // Hauptstraße 12a, 10115 Berlin; Kerkstraat 5.
  `(?:${name}[ ])?\\p{Lu}[\\p{L}-]{1,24}(?:straße|strasse|str\\.|gasse|allee|platz|weg|damm|ufer|straat|laan|plein|gracht|kade|dreef|singel|vägen|gatan|vej|gade|veien|gata|katu|tie)[ ]${houseNumber}${tail}`,
  `${names(2)}[ -](?:Straße|Strasse|Str\\.|Allee|Platz|Weg|Ring|Gasse)[ ]${houseNumber}${tail}`,
  `(?:Am|An der|Im|Unter den|Zum|Zur|Auf der|Auf dem)[ ]${names(2)}[ ]${houseNumber}${gap}\\d{4,5}[ ]${names(2)}`,
  // Calle Mayor 5; Via Roma, 12; Rua Augusta 100.
  `(?:Calle|C/|Avenida|Avda\\.?|Paseo|Plaza|Plza\\.?|Carrera|Camino|Ronda|Via|Viale|Piazza|Corso|Largo|Vicolo|Rua|Travessa|Praça)[ ](?:(?:de|del|della|dei|delle|di|da|do|dos|das|la|las|los|el|l')[ ]?){0,3}${names(4)},?[ ](?:n[º°.]?[ ]?)?${houseNumber}${tail}`,
  // 14 Nova Brava 210, Apt. 5: a flat number is as good evidence as a word for a street.
  `${houseNumber}[ ](?:(?:${particle}|${name})[ ]){1,6}(?:${houseNumber})?${unitWord}${tail}`,
  // PO Box 123, Springfield.
  `(?:P\\.?[ ]?O\\.?[ ]?Box|Postfach|Apartado)[ ]\\d{2,6}${tail}`,
];

const forms = sources.map(
  (source) => new RegExp(`(?<![\\p{L}\\p{N}.,/-])(?:${source})(?![\\p{L}\\p{N}])`, 'gu'),
);

/** A number, then names and numbers: an address in any country, if it has a label. */
const namedForm = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])(?!${year}[ ,])${houseNumber}[ ](?:${particle}[ ]){0,2}${name}(?:${gap}(?:${particle}[ ]){0,2}(?:${name}|\\d{1,6}[a-z]?)){1,12}(?![\\p{L}\\p{N}])`,
  'gu',
);
const addressWords = contextWords(
  'address, addresses, live at, lives at, living at, reside at, resides at, residing at, located at',
  'sent to, send it to, send to, ship to, shipped to, deliver to, delivered to, mail to, move to',
  'moved to, arrived at, adresse, anschrift, wohnhaft, wohne, direccion, domicilio, indirizzo',
  'residente, habite, adres, endereco, morada, residence, domicile',
);
const wordReach = 36;

const lengthMax = 160;
const reachBefore = 60;
const digits = /\d+/g;

/** Addresses contain digits, so only the text around digits is searched. */
function windows(text: string): ReadonlyArray<{ readonly from: number; readonly to: number }> {
  const found: Array<{ from: number; to: number }> = [];
  for (const { 0: run, index } of text.matchAll(digits)) {
    const from = Math.max(0, index - reachBefore);
    const to = index + run.length + lengthMax;
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else found.push({ from, to });
  }
  return found;
}

/** Matches a postcode, which makes an address more certain. */
const withPostcode = new RegExp(`${gap}${postcode}(?:[ ]${names(2)})?$`, 'u');

function findNamed(text: string): readonly FoundData[] {
  return Array.from(text.matchAll(namedForm))
    .filter(({ 0: written, index }) => {
      const before = text.slice(Math.max(0, index - wordReach), index);
      return /\p{L}{3}/u.test(written) && hasContextBefore(before, before.length, addressWords);
    })
    .map(({ 0: written, index: start }) => ({
      type: 'address',
      start,
      end: start + written.length,
      score: scores.named,
    }));
}

function findFormed(text: string): readonly FoundData[] {
  return forms.flatMap((form) =>
    Array.from(text.matchAll(form), ({ 0: written, index: start }) => ({
      type: 'address' as const,
      start,
      end: start + written.length,
      score: withPostcode.test(written) ? scores.shaped : scores.named,
    })),
  );
}

/**
 * Finds street addresses by the words for a street in eight languages, or by a label. Capital letters are required,
 * because prose mentions many roads.
 */
export function findPostalAddresses(text: string): readonly FoundData[] {
  return windows(text).flatMap(({ from, to }) => {
    const part = text.slice(from, to);
    return [...findFormed(part), ...findNamed(part)].map(({ start, end, ...rest }) => ({
      ...rest,
      start: start + from,
      end: end + from,
    }));
  });
}
