const digitAt = (digits: string, index: number) => digits.charCodeAt(index) - 0x30;

/** The sum of the digits, each times its weight. Further digits, without a weight, do not count. */
export function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => sum + digitAt(digits, index) * weight, 0);
}

/** From the right, every second digit counts double. */
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

/** The remainder of a number of any length. */
export function remainderOf(digits: string, divisor: number): number {
  let remainder = 0;
  for (let index = 0; index < digits.length; index += 1) {
    remainder = (remainder * 10 + digitAt(digits, index)) % divisor;
  }
  return remainder;
}

/** ISO 7064 with the moduli 11 and 10, whose last digit is the check. */
export function hasMod11And10Check(digits: string): boolean {
  let product = 10;
  for (let index = 0; index < digits.length - 1; index += 1) {
    const sum = (digitAt(digits, index) + product) % 10;
    product = ((sum === 0 ? 10 : sum) * 2) % 11;
  }
  return (product + digitAt(digits, digits.length - 1)) % 10 === 1;
}

/** The table of the dihedral group of ten elements, as Verhoeff uses it. */
function dihedral(left: number, right: number): number {
  if (left < 5) return right < 5 ? (left + right) % 5 : 5 + ((left + right) % 5);
  return right < 5 ? 5 + ((left - right + 5) % 5) : (left - right + 5) % 5;
}

const verhoeffStep = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4];

function permuted(digit: number, times: number): number {
  let value = digit;
  for (let step = 0; step < times; step += 1) value = verhoeffStep[value] ?? 0;
  return value;
}

export function hasVerhoeffCheck(digits: string): boolean {
  let check = 0;
  for (let place = 0; place < digits.length; place += 1) {
    check = dihedral(check, permuted(digitAt(digits, digits.length - 1 - place), place % 8));
  }
  return check === 0;
}

const travelWeights = [7, 3, 1];

/** The check digit of travel documents: letters are 10 to 35, the filler `<` is nothing. */
export function travelCheckDigit(field: string): number {
  let sum = 0;
  for (let index = 0; index < field.length; index += 1) {
    const character = field[index] ?? '<';
    sum += (character === '<' ? 0 : Number.parseInt(character, 36)) * (travelWeights[index % 3] ?? 0);
  }
  return sum % 10;
}

/** One digit again and again: what people type when they have no number. */
export function isOneDigit(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length);
}

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a month has such a day, in some year. */
export function isDayOfMonth({ day, month }: { readonly day: number; readonly month: number }): boolean {
  return day >= 1 && day <= (daysInMonth[month - 1] ?? 0);
}
