import { z } from 'zod';
import { hasAtMostCodePoints } from './code-points.ts';

/** Control characters, and what separates lines or paragraphs: never part of a name. */
const oneLinePattern = /[\p{Cc}\u2028\u2029]/u;
/** In texts of several lines, tabs and line ends are the only control characters that mean something. */
const manyLinesPattern = /(?![\t\n\r])\p{Cc}/u;

/** What `trim` removes besides control characters and separators of lines, spelt out because other languages mean other characters by `\\s`. */
const spaces = '\\u0020\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u3000\\ufeff';
/** For readers of the JSON Schema: what is refused within a text, and what may stand before its first visible character. */
const characters = {
  one: { refused: '\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029', blank: spaces },
  many: {
    refused: '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f',
    blank: `\\t\\n\\r\\u2028\\u2029${spaces}`,
  },
} as const;

function publishedPattern(lines: 'one' | 'many', min: 0 | 1): string {
  const { refused, blank } = characters[lines];
  // The first visible character is the only place where it can be found, so that matching never backtracks.
  return min === 0 ? `^[^${refused}]*$` : `^[${blank}]*[^${refused}${blank}][^${refused}]*$`;
}

/** The pattern of a text of several lines that has a visible character. */
export const visibleTextPattern = publishedPattern('many', 1);

export interface WrittenTextRule {
  readonly max: number;
  readonly lines: 'one' | 'many';
  /** 1 unless it may be empty. */
  readonly min?: 0 | 1;
}

/**
 * A text that a person wrote, normalised: trimmed and with one kind of line ending. It is not longer than `max` code points
 * as it was sent, so that a reader of the schema counts the same.
 */
export function writtenTextSchema({ max, lines, min = 1 }: WrittenTextRule) {
  const refused = lines === 'one' ? oneLinePattern : manyLinesPattern;
  return z
    .string()
    .superRefine((text, context) => {
      if (!hasAtMostCodePoints(text, max))
        context.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true });
    })
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .superRefine((text, context) => {
      if (text.length < min) {
        context.addIssue({ code: 'too_small', origin: 'string', minimum: min, inclusive: true });
      } else if (refused.test(text)) {
        context.addIssue({ code: 'custom', message: 'Must not contain control characters' });
      } else if (!text.isWellFormed()) {
        context.addIssue({ code: 'custom', message: 'Must not contain unpaired surrogates' });
      }
    })
    .meta({
      type: 'string',
      ...(min > 0 ? { minLength: min } : {}),
      maxLength: max,
      pattern: publishedPattern(lines, min),
    });
}
