const digitAt = (digits: string, index: number) => digits.charCodeAt(index) - 0x30;

/** The weighted sum of the digits. Digits without a weight do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + digitAt(digits, index) * weight, 0);
}

/** The Luhn check: counted from the right, every second digit is doubled. */
export function hasLuhnCheck(digits: string): boolean {
  let sum = 0;
  let double = digits.length % 2 === 0;
  for (let index = 0; index < digits.length; index += 1) {
    const value = digitAt(digits, index) * (double ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
    double = !double;
  }
  return sum % 10 === 0;
}

const travelWeights = [7, 3, 1];

/** The check digit of travel documents (ICAO 9303): letters count 10 to 35, the filler `<` counts 0. */
export function travelCheckDigit(field: string): number {
  let sum = 0;
  for (let index = 0; index < field.length; index += 1) {
    const character = field[index] ?? '<';
    sum += (character === '<' ? 0 : Number.parseInt(character, 36)) * (travelWeights[index % 3] ?? 0);
  }
  return sum % 10;
}

/** Whether all digits are the same: a dummy that people type if they have no number. */
export function isRepeatedDigit(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the month has this day in any year. */
export function isDayOfMonth({ day, month }: { readonly day: number; readonly month: number }): boolean {
  return day >= 1 && day <= (daysInMonth[month - 1] ?? 0);
}
