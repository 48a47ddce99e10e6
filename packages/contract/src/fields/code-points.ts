import { z } from 'zod';
import { codePointLength } from '../values/code-point-length.ts';

/** Whether `text` has at most `max` code points, counted only if the UTF-16 length does not decide. */
export function hasAtMostCodePoints(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > max * 2) return false;
  return codePointLength(text) <= max;
}

/** A string whose length is limited in code points, as JSON Schema counts it. */
export function textSchema(length: { readonly min: number; readonly max: number }) {
  const { min, max } = length;
  return z
    .string()
    .superRefine((text, context) => {
      // A string is never shorter in code points than half its units, and `min` is 0 or 1: units will do.
      if (text.length < min) {
        context.addIssue({ code: 'too_small', origin: 'string', minimum: min, inclusive: true });
      } else if (!hasAtMostCodePoints(text, max)) {
        context.addIssue({ code: 'too_big', origin: 'string', maximum: max, inclusive: true });
      }
    })
    .meta(min > 0 ? { minLength: min, maxLength: max } : { maxLength: max });
}
