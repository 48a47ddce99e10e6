import { travelCheckDigit } from './check-digits.ts';
import { type FoundData, scores } from './data-types.ts';

/** The second line of a passport: number, country, birth, sex, expiry, rest, each with its check digit. */
const passportLine =
  /[A-Z0-9<]{9}[0-9][A-Z<]{3}[0-9]{6}[0-9][MFX<][0-9]{6}[0-9][A-Z0-9<]{14}[0-9<][0-9](?![A-Z0-9<])/g;
/** The lines of a card: the first has the number, the second the dates. */
const cardLines =
  /[ACI][A-Z0-9<][A-Z<]{3}[A-Z0-9<]{9}[0-9<][A-Z0-9<]{15}[ ]?\n[ ]?[0-9]{6}[0-9][MFX<][0-9]{6}[0-9][A-Z<]{3}[A-Z0-9<]{11}[0-9](?![A-Z0-9<])/g;
const nameLine = /(?:^|[^A-Z0-9<])([PV][A-Z<][A-Z<]{3}[A-Z<]{31,39}[ ]?\n?[ ]?)$/;
const cardNameLine = /^[ ]?\n?[ ]?[A-Z]{2}[A-Z<]{28}/;

const fieldHolds = (line: string, from: number, to: number) =>
  travelCheckDigit(line.slice(from, to)) === Number(line[to]);

function isPassportLine(line: string): boolean {
  const whole = line.slice(0, 10) + line.slice(13, 20) + line.slice(21, 43);
  return (
    fieldHolds(line, 0, 9) &&
    fieldHolds(line, 13, 19) &&
    fieldHolds(line, 21, 27) &&
    travelCheckDigit(whole) === Number(line[43])
  );
}

function areCardLines(written: string): boolean {
  const [first = '', second = ''] = written.split('\n').map((line) => line.trim());
  const whole = first.slice(5, 30) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29);
  return (
    fieldHolds(second, 0, 6) && fieldHolds(second, 8, 14) && travelCheckDigit(whole) === Number(second[29])
  );
}

/** Finds the machine-readable zones of passports and identity cards, including the line with the name. */
export function findTravelDocumentZones(text: string): readonly FoundData[] {
  if (!text.includes('<')) return [];
  const found: FoundData[] = [];
  for (const { 0: written, index } of text.matchAll(passportLine)) {
    if (!isPassportLine(written)) continue;
    const name = nameLine.exec(text.slice(Math.max(0, index - 48), index))?.[1] ?? '';
    const range = { start: index - name.length, end: index + written.length };
    found.push({ type: 'mrz', ...range, score: scores.sure });
  }
  for (const { 0: written, index } of text.matchAll(cardLines)) {
    if (!areCardLines(written)) continue;
    const end = index + written.length;
    const name = cardNameLine.exec(text.slice(end, end + 34))?.[0] ?? '';
    found.push({ type: 'mrz', start: index, end: end + name.length, score: scores.sure });
  }
  return found;
}
