import { z } from 'zod';

const languageLengthMax = 64;

/**
 * The grammar as far as a pattern can say it, for readers of the JSON Schema. `Intl` also refuses a variant or an
 * extension given twice, and what it accepts is what counts.
 */
const languagePattern =
  '^(?:[A-Za-z]{2,3}|[A-Za-z]{5,8})(?:-[A-Za-z]{4})?(?:-(?:[A-Za-z]{2}|[0-9]{3}))?' +
  '(?:-(?:[0-9A-Za-z]{5,8}|[0-9][0-9A-Za-z]{3}))*(?:-[0-9A-WY-Za-wy-z](?:-[0-9A-Za-z]{2,8})+)*' +
  '(?:-[Xx](?:-[0-9A-Za-z]{1,8})+)?$';

function isLanguageTag(text: string): boolean {
  if (text.length > languageLengthMax) return false;
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** A well-formed BCP 47 language tag. */
export const languageSchema = z
  .string()
  .refine(isLanguageTag, { error: 'Must be a BCP 47 language tag, such as "en" or "pt-BR"' })
  .meta({ pattern: languagePattern, maxLength: languageLengthMax });
