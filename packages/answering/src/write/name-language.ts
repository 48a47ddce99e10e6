const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language as prompts call it: by its English name, since small models do not know what the tag `de` stands for. */
export function nameLanguage(tag: string): string {
  return nameOf(tag) ?? `the language with the tag ${tag}`;
}

function nameOf(tag: string): string | undefined {
  try {
    return names.of(tag);
  } catch {
    // Not a tag of any language.
    return undefined;
  }
}
