const alert = /^\[!(?<name>\w{1,32})\][+-]?(?!\S)/;

/** The mark that makes an alert of a quote, such as `[!NOTE]`, at the beginning of its words; null if there is none. */
export function readAlert(words: string): { readonly name: string; readonly length: number } | null {
  const match = alert.exec(words);
  return match === null ? null : { name: match.groups?.['name'] ?? '', length: match[0].length };
}
