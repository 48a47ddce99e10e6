import { createHash } from 'node:crypto';
import type { Random } from './random.ts';

export const sumOf = (digits: string, weights: readonly number[]) =>
  weights.map((weight, index) => Number(digits[index]) * weight).reduce((sum, value) => sum + value, 0);

/** Groups the characters: `grouped('123456789', '3-3-3', ' ')`. */
export function grouped(text: string, layout: string, separator: string): string {
  const sizes = layout.split('-').map(Number);
  const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
  return sizes
    .map((size, index) => text.slice(starts[index] ?? 0, (starts[index] ?? 0) + size))
    .join(separator);
}

export function luhnDigit(body: string): string {
  const doubled = [...body]
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) * 2 : Number(digit)));
  const sum = doubled
    .flatMap((value) => [...String(value)])
    .reduce((total, digit) => total + Number(digit), 0);
  return String((1_000 - sum) % 10);
}

export const oneDigit = (value: number) => (value >= 0 && value <= 9 ? String(value) : null);
const joined = (body: string, check: string | null) => (check === null ? null : body + check);

export function mod97(digits: string): number {
  return Number(BigInt(digits) % 97n);
}

function travelDigit(field: string): string {
  const values = [...field].map((c) => (c === '<' ? 0 : '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(c)));
  return String(
    values.map((value, index) => value * ([7, 3, 1][index % 3] ?? 0)).reduce((a, b) => a + b, 0) % 10,
  );
}

/** The check digit of Verhoeff by trying all ten, with the tables as published. */
const verhoeffProducts = [
  ...['0123456789', '1234067895', '2340178956', '3401289567', '4012395678'],
  ...['5987604321', '6598710432', '7659821043', '8765932104', '9876543210'],
];
const verhoeffPlaces = [
  ...['0123456789', '1576283094', '5803796142', '8916043527'],
  ...['9453126870', '4286573901', '2793806415', '7046913258'],
];
export function verhoeffDigit(body: string): string {
  for (let digit = 0; digit < 10; digit += 1) {
    const check = [...`${body}${digit}`].reverse().reduce((sum, character, place) => {
      const permuted = verhoeffPlaces[place % 8]?.[Number(character)] ?? '0';
      return Number(verhoeffProducts[sum]?.[Number(permuted)] ?? 0);
    }, 0);
    if (check === 0) return String(digit);
  }
  throw new RangeError('no digit fits');
}

export const dniLetter = (number: number) => 'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23] ?? '';

export function codiceFiscale(random: Random): string {
  const odd: Readonly<Record<string, number>> = Object.fromEntries(
    '0=1 1=0 2=5 3=7 4=9 5=13 6=15 7=17 8=19 9=21 A=1 B=0 C=5 D=7 E=9 F=13 G=15 H=17 I=19 J=21 K=2 L=4 M=18 N=20 O=11 P=3 Q=6 R=8 S=12 T=14 U=16 V=10 W=22 X=25 Y=24 Z=23'
      .split(' ')
      .map((pair) => [pair[0], Number(pair.slice(2))]),
  );
  const body = `${random.letters(6)}${random.digits(2)}${random.letters(1, 'ABCDEHLMPRST')}${random.birth().day}${random.letters(1)}${random.digits(3)}`;
  const even = (c: string) => (/\d/.test(c) ? Number(c) : c.charCodeAt(0) - 65);
  const sum = [...body].reduce((total, c, index) => total + (index % 2 === 0 ? (odd[c] ?? 0) : even(c)), 0);
  return body + String.fromCharCode(65 + (sum % 26));
}

export function cpf(random: Random): string {
  const body = random.digits(9);
  const check = (text: string) => {
    const rest = [...text].reverse().reduce((sum, d, index) => sum + Number(d) * (index + 2), 0) % 11;
    return rest < 2 ? '0' : String(11 - rest);
  };
  const first = check(body);
  return body + first + check(body + first);
}

export function cnpj(random: Random, alphabet: string): string {
  const body = random.letters(12, alphabet);
  const check = (text: string) => {
    const sum = [...text]
      .reverse()
      .reduce((s, c, index) => s + (c.charCodeAt(0) - 48) * ((index % 8) + 2), 0);
    return sum % 11 < 2 ? '0' : String(11 - (sum % 11));
  };
  const first = check(body);
  return body + first + check(body + first);
}

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? '') + text;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}

export function bitcoin(random: Random): string {
  const body = Uint8Array.from([random.pick([0, 5]), ...Array.from({ length: 20 }, () => random.below(256))]);
  const hash = (data: Uint8Array) => createHash('sha256').update(data).digest();
  return base58(Uint8Array.from([...body, ...hash(hash(body)).subarray(0, 4)]));
}

export function passportZone(random: Random): string {
  const { day, month, year } = random.birth();
  const number = `${random.letters(1)}${random.digits(8)}`;
  const [first, birth, expiry] = [
    number,
    year + month + day,
    `3${random.below(9)}0${1 + random.below(9)}15`,
  ].map((field) => field + travelDigit(field));
  const rest = `${'<'.repeat(14)}0`;
  const whole = travelDigit(`${first}${birth}${expiry}${rest}`);
  const name = `P<UTO${random.letters(7)}<<${random.letters(5)}`.padEnd(44, '<');
  return `${name}\n${first}UTO${birth}F${expiry}${rest}${whole}`;
}

export function iban(random: Random): string {
  const body = random.digits(18);
  return `DE${String(98 - mod97(`${body}131400`)).padStart(2, '0')}${body}`;
}

export const weightedDigit = (body: string, weights: readonly number[], digitOf: (rest: number) => number) =>
  joined(body, oneDigit(digitOf(sumOf(body, weights) % 11)));
