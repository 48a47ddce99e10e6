import { z } from 'zod';
import { hasAtMostCodePoints } from '../fields/code-points.ts';
import { writtenTextSchema } from '../fields/written-text.ts';
import { queryRequestLimits } from '../query/query-request.ts';

export const contentLimits = {
  nameCodePointsMax: 128,
  descriptionCodePointsMax: 2_000,
  noteCodePointsMax: 500,
  sourceCodePointsMax: 512,
  titleCodePointsMax: 512,
  urlLengthMax: 2_048,
  questionCodePointsMax: 1_000,
  alternativesMax: 100,
  answerCodePointsMax: 32_000,
  tagsMax: 64,
  tagCodePointsMax: 64,
  ownerCodePointsMax: 128,
  /** Documents and pairs of one request. */
  itemsMax: 500,
  uploadBytesMax: 20 * 1024 * 1024,
  uploadFilesMax: 64,
} as const;

/** Refuses what another system could take for a path outside the pack, or for the end of a line. */
function sourceFault(source: string): string | null {
  if (!hasAtMostCodePoints(source, contentLimits.sourceCodePointsMax)) {
    return `Too big: expected at most ${contentLimits.sourceCodePointsMax} characters`;
  }
  if (/[\p{Cc}\u2028\u2029]/u.test(source)) return 'Must not contain control characters';
  if (!source.isWellFormed()) return 'Must not contain unpaired surrogates';
  if (source.includes('\\')) return 'Must use / as the path separator';
  if (source.startsWith('/')) return 'Must be a relative path within the pack';
  const parts = source.split('/');
  if (parts.some((part) => part.trim() === '' || part === '.' || part === '..')) {
    return 'Must not contain empty segments, "." or ".."';
  }
  return null;
}

/** The same for readers of the JSON Schema: the characters of a path, and segments that are blank, `.` or `..`. */
const sourcePattern = '^[^\\\\\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]*$';
const refusedSegmentPattern =
  '(?:^|/)(?:[\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff]*|\\.\\.?)(?:/|$)';

/** The path of a document within its pack. Loading the same path again replaces what is there. */
export const sourceSchema = z
  .string()
  .superRefine((source, context) => {
    const message = sourceFault(source);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .meta({
    minLength: 1,
    maxLength: contentLimits.sourceCodePointsMax,
    pattern: sourcePattern,
    not: { pattern: refusedSegmentPattern },
    description: 'The path within the pack, such as `travel/hotels.md`.',
    examples: ['travel/hotels.md'],
  });

/** White space and control characters, which no URL contains. */
const notInUrls = '\\u0000-\\u0020\\u007f-\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const host = `(?:\\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]+\\]|[^/?#@:<>|%^[\\]\\\\${notInUrls}]+)(?::[0-9]{1,5})?`;
const webAddressPattern = `^[hH][tT][tT][pP][sS]?://${host}(?:[/?#][^${notInUrls}]*)?$`;

/** A browser takes a backslash for a slash, and others for a part of the name: nobody means one. */
const webAuthorityPattern = /^https?:\/\/[^/?#\\]+(?:[/?#]|$)/i;

/** A URL that people can open. It must not contain a password, because it is shown to end users. */
export const webAddressSchema = z
  .string()
  .superRefine((text, context) => {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (text.length > contentLimits.urlLengthMax) {
      const maximum = contentLimits.urlLengthMax;
      context.addIssue({ code: 'too_big', origin: 'string', maximum, inclusive: true });
    } else if (url === null || !webAuthorityPattern.test(text) || /[\p{Cc}\p{Z}]/u.test(text)) {
      context.addIssue({ code: 'custom', message: 'Must be an http or https URL' });
    } else if (url.username !== '' || url.password !== '') {
      context.addIssue({ code: 'custom', message: 'Must be a URL without a user name or password' });
    }
  })
  .meta({
    maxLength: contentLimits.urlLengthMax,
    pattern: webAddressPattern,
    examples: ['https://example.com/travel/hotels'],
  });

export const groupsSchema = z
  .array(writtenTextSchema({ max: queryRequestLimits.groupLengthMax, lines: 'one' }))
  .max(queryRequestLimits.groupsMax)
  // Sorted and deduplicated, so that the order in which they are given does not count as a change.
  .transform((groups) => [...new Set(groups)].sort())
  .meta({
    description: 'Only members of at least one of these groups get answers from it; if empty, everyone does.',
  });

export const tagSchema = writtenTextSchema({ max: contentLimits.tagCodePointsMax, lines: 'one' });

/** Each once, in the order in which they are given. */
export const tagsSchema = z
  .array(tagSchema)
  .max(contentLimits.tagsMax)
  .transform((tags) => [...new Set(tags)]);

export const ownerSchema = writtenTextSchema({ max: contentLimits.ownerCodePointsMax, lines: 'one' });

export const shownOwnerSchema = z
  .string()
  .min(1)
  .nullable()
  .meta({ description: 'Who looks after it, now; not a part of versions. Null: nobody is named.' });

export const titleSchema = writtenTextSchema({ max: contentLimits.titleCodePointsMax, lines: 'one' });
