const keyNameCharsMax = 256;

/** The name of a key, preferably a URL without the scheme: no white space, no plus and no control characters. */
export function isKeyName(name: string): boolean {
  if (name.length === 0 || name.length > keyNameCharsMax || !name.isWellFormed()) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return !/[\u0000-\u001f+\p{White_Space}]/u.test(name);
}
