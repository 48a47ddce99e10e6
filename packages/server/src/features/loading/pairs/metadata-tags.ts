export const tagUnitsMax = 128;

/** Metadata of another product as tags `name:value`. Values that are too long for a tag are listed in the notes. */
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
