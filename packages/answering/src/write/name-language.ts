import { rememberResults } from '@avow/text';

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** Of a few dozen each installation meets most of the time. */
const tagsMax = 200;

/** A language as prompts call it: by its English name, since small models do not know what the tag `de` stands for. */
export const nameLanguage: (tag: string) => string = rememberResults(
  { textsMax: tagsMax },
  (tag) => nameOf(tag) ?? `the language with the tag ${tag}`,
);

function nameOf(tag: string): string | undefined {
  try {
    return names.of(tag);
  } catch {
    // Not a tag of any language.
    return undefined;
  }
}
