const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The millisecond in which an id's UUIDv7 was drawn. */
export function timeOfSuffix(suffix: string): number {
  let value = 0;
  // The first ten characters hold 3 + 9 × 5 = 48 bits: exactly the timestamp.
  for (const character of suffix.slice(0, 10)) value = value * 32 + alphabet.indexOf(character);
  return value;
}
