import type { z } from 'zod';
import type { FieldError } from './problem.ts';

/** A hostile body could have thousands of errors. */
const fieldErrorsMax = 20;
/** Names of fields come from the client and may be as long as the body. */
const nameLengthMax = 64;

/** What can be wrong with a field, in words that do not depend on the library that found it. */
const fieldErrorCodes = [
  'required',
  'wrong_type',
  'too_small',
  'too_big',
  'invalid_value',
  'unknown_field',
] as const;
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

function shorten(name: string): string {
  // Cutting a surrogate pair in two would make the problem document itself ill-formed.
  return name.length <= nameLengthMax ? name : `${name.slice(0, nameLengthMax).toWellFormed()}…`;
}

/** A JSON Pointer to what is at that path of the body. */
export function toPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${shorten(String(step)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function hasValueAt(input: unknown, path: readonly PropertyKey[]): boolean {
  let value = input;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false;
    value = Reflect.get(value, step);
  }
  return true;
}

function required(pointer: string): FieldError {
  return { pointer, code: 'required', message: 'This field is required' };
}

function toFieldErrors(issue: z.core.$ZodIssue, input: unknown): FieldError[] {
  const pointer = toPointer(issue.path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        pointer: toPointer([...issue.path, key]),
        code: 'unknown_field',
        message: 'Unknown field',
      }));
    case 'invalid_type':
      return hasValueAt(input, issue.path)
        ? [{ pointer, code: 'wrong_type', message: issue.message }]
        : [required(pointer)];
    case 'too_small':
    case 'too_big':
      return [{ pointer, code: issue.code, message: issue.message }];
    case 'invalid_union':
      // What tells the kinds of an object apart may also be missing.
      return hasValueAt(input, issue.path)
        ? [{ pointer, code: 'invalid_value', message: issue.message }]
        : [required(pointer)];
    default:
      return [{ pointer, code: 'invalid_value', message: issue.message }];
  }
}

/** The `errors` of a problem document. Says where and what kind, and never repeats a value. */
export function fieldErrorsOf(error: z.ZodError, input: unknown, max: number = fieldErrorsMax): FieldError[] {
  return error.issues.flatMap((issue) => toFieldErrors(issue, input)).slice(0, max);
}
