import {
  type AsnType,
  Constructed,
  fromBER,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Sequence,
  Set as SetOf,
} from 'asn1js';
import { malformed } from './time-stamp-error.ts';

/** More than a time stamp with a chain of long certificates has. */
const tokenBytesMax = 64 * 1024;

/** Every value in a text of DER. Throws unless it is one value, and nothing follows. */
export function parseDer(bytes: Uint8Array, what: string): AsnType {
  if (bytes.length > tokenBytesMax) throw malformed(`${what} is longer than ${tokenBytesMax} bytes`);
  // A copy, because the library refers to the buffer.
  const own = new Uint8Array(bytes);
  let parsed: ReturnType<typeof fromBER>;
  try {
    parsed = fromBER(own.buffer);
  } catch (cause) {
    // Values within values, until the stack ends.
    throw Object.assign(malformed(`${what} is not DER`), { cause });
  }
  if (parsed.offset !== own.length || parsed.result.error !== '') throw malformed(`${what} is not DER`);
  return parsed.result;
}

/** The bytes of a value, as they came. */
export const rawOf = (value: AsnType): Uint8Array<ArrayBuffer> => new Uint8Array(value.valueBeforeDecodeView);

export function sequenceOf(value: AsnType | undefined, what: string): readonly AsnType[] {
  if (value instanceof Sequence) return value.valueBlock.value;
  throw malformed(`${what} is not a sequence`);
}

export function setOf(value: AsnType | undefined, what: string): readonly AsnType[] {
  if (value instanceof SetOf) return value.valueBlock.value;
  throw malformed(`${what} is not a set`);
}

export function oidOf(value: AsnType | undefined, what: string): string {
  if (value instanceof ObjectIdentifier) return value.getValue();
  throw malformed(`${what} is not an object identifier`);
}

export function octetsOf(value: AsnType | undefined, what: string): Uint8Array<ArrayBuffer> {
  if (value instanceof OctetString) return new Uint8Array(value.getValue());
  throw malformed(`${what} is not an octet string`);
}

/** In lower-case hexadecimal, without the sign. */
export function integerOf(value: AsnType | undefined, what: string): string {
  if (!(value instanceof Integer)) throw malformed(`${what} is not an integer`);
  return BigInt(value.toBigInt()).toString(16);
}

/** RFC 3161: in UTC, with or without a fraction of a second. In milliseconds since 1970. */
export function timeOf(value: AsnType | undefined, what: string): number {
  if (!(value instanceof GeneralizedTime)) throw malformed(`${what} is not a time`);
  const text = Buffer.from(value.valueBlock.valueHexView).toString('latin1');
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.(\d{0,8}[1-9]))?Z$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) throw malformed(`${what} is not a time in UTC`);
  return at + Number(fraction.padEnd(3, '0').slice(0, 3));
}

/** What is under a context tag [n]; undefined: there is no such member. */
export function taggedOf(values: readonly AsnType[], tag: number): AsnType | undefined {
  return values.find(({ idBlock }) => idBlock.tagClass === 3 && idBlock.tagNumber === tag);
}

/** The values in a constructed one with a context tag. */
export function membersOf(value: AsnType | undefined, what: string): readonly AsnType[] {
  if (value instanceof Constructed) return value.valueBlock.value;
  throw malformed(`${what} is missing`);
}
