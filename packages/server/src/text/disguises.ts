// How a word that is to be found may be written so that it is not: it is put into the disguise and looked for, wherever
// it stands, rather than every text taken out of it.

/** Letters and digits alone, as small letters. */
export function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

export function reverse(text: string): string {
  return Array.from(text).toReversed().join('');
}

/** By 13 places, as the oldest joke among codes does. */
export function rotateLetters(text: string): string {
  return text.replace(/[a-z]/g, (letter) =>
    String.fromCharCode(97 + ((letter.charCodeAt(0) - 97 + 13) % 26)),
  );
}

/** How base64 writes it, whatever stands before and after: at each of the three places within a group of bytes. */
export function base64Forms(text: string): readonly string[] {
  return [0, 1, 2].flatMap((shift) => {
    const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]);
    const skipped = Math.ceil((shift * 8) / 6);
    // The last letters depend on what follows where the bytes fill no whole group.
    const whole = Math.floor((bytes.length * 8) / 6);
    const codes = new Set([bytes.toString('base64'), bytes.toString('base64url')]);
    return [...codes].map((code) => code.slice(skipped, whole));
  });
}
