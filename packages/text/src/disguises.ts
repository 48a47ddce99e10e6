import { normalise } from './terms/normalise.ts';

// Ways to write a word so that a plain search misses it. The word is disguised and searched for, which is cheaper than
// removing every disguise from every text.

/** Keeps only letters and digits, in lower case. */
export function squeeze(text: string): string {
  return normalise(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function reverse(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** ROT13. */
export function rotateLetters(text: string): string {
  return text.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + 13) % 26)),
  );
}

/** The base64 forms of a text that may be part of a longer one: one for each position within a group of three bytes. */
export function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const skipped = Math.ceil((shift * 8) / 6);
    // The last letters depend on what follows if the bytes do not fill a whole group.
    const whole = Math.floor((bytes.length * 8) / 6);
    const codes = new Set([bytes.toString('base64'), bytes.toString('base64url')]);
    return [...codes].map((code) => code.slice(skipped, whole));
  });
}
