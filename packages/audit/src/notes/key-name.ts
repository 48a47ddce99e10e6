const keyNameCharsMax = 256;

/** The name of a key, best an address without its scheme: no spaces of any kind, no plus, nothing that moves a cursor. */
export function isKeyName(name: string): boolean {
  if (name.length === 0 || name.length > keyNameCharsMax || !name.isWellFormed()) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
  return !/[\u0000-\u001f+\p{White_Space}]/u.test(name);
}
