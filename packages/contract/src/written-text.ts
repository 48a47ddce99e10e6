import { z } from 'zod';
import { hasAtMostCodePoints } from './code-points.ts';

/** Control characters, and what separates lines or paragraphs: never part of a name. */
const oneLinePattern = /[\p{Cc}\u2028\u2029]/u;
/** In texts of several lines, tabs and line ends are the only control characters that mean something. */
const manyLinesPattern = /(?![\t\n\r])\p{Cc}/u;

export interface WrittenTextRule {
  readonly max: number;
  readonly lines: 'one' | 'many';
  /** 1 unless it may be empty. */
  readonly min?: 0 | 1;
}

/**
 * A text that a person wrote, normalised: trimmed and with one kind of line ending. Its length is counted in code points
 * after that.
 */
export function writtenTextSchema({ max, lines, min = 1 }: WrittenTextRule) {
  const refused = lines === 'one' ? oneLinePattern : manyLinesPattern;
  return z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .superRefine((text, context) => {
      if (text.length < min) {
        context.addIssue({ code: 'too_small', origin: 'string', minimum: min, inclusive: true });
      } else if (!hasAtMostCodePoints(text, max)) {
        context.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true });
      } else if (refused.test(text)) {
        context.addIssue({ code: 'custom', message: 'Must not contain control characters' });
      } else if (!text.isWellFormed()) {
        context.addIssue({ code: 'custom', message: 'Must not contain unpaired surrogates' });
      }
    })
    .meta({ type: 'string', ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}
