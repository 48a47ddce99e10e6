/** Norwegian is written in two ways, which its common words do not tell apart. */
const written: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** A BCP 47 tag without script and region, as languages are told by their words. */
export function plainLanguage(tag: string): string {
  const plain = tag.split('-')[0]?.toLowerCase() ?? '';
  return written.get(plain) ?? plain;
}
