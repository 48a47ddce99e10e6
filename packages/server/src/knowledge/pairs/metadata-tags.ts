export const tagUnitsMax = 128;

/** What another product files a pair under, as tags `name:value`. What is too long for a tag is named among the notes. */
export function metadataTags(
  entries: Iterable<readonly [string, string]>,
  { place, notes }: { readonly place: string; readonly notes: string[] },
): string[] {
  const tags: string[] = [];
  for (const [name, value] of entries) {
    const tag = `${name.trim()}:${value.replace(/\s+/g, ' ').trim()}`;
    if (name.trim() === '' || value.trim() === '') continue;
    if (tag.length > tagUnitsMax)
      notes.push(`${place}: a value of more than ${tagUnitsMax} characters is not kept as a tag`);
    else tags.push(tag);
  }
  return tags;
}
