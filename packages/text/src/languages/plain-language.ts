/** Detection does not distinguish the two written forms of Norwegian. */
const written: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** A BCP 47 tag without script and region, as `detectLanguage` returns it. */
export function plainLanguage(tag: string): string {
  const plain = tag.split('-')[0]?.toLowerCase() ?? '';
  return written.get(plain) ?? plain;
}
