import type { InputFault } from '@avow/foundation';
import { AppError } from '@avow/foundation';
import { parseMultipart } from '../../../http/multipart.ts';

/** Larger than allowed, so that a form with too many parts gets a specific message. */
const formLimits = { filesMax: 16, fieldsMax: 16, fieldBytesMax: 64 * 1024 };

/** The only file of a form for curated pairs. A name in the URL takes precedence over the one in the form. */
export function readPairsForm(
  contentType: string,
  body: Buffer,
  givenName: string | null,
): { readonly fileName: string; readonly bytes: Uint8Array } {
  const parts = parseMultipart(contentType, body, formLimits);
  const [file] = parts;
  if (file === undefined || parts.length > 1 || file.name !== 'file') {
    throw refuse('required', 'Expected exactly one file and no other field');
  }
  const fileName = givenName ?? file.fileName?.trim() ?? '';
  if (fileName === '') throw refuse('invalid_value', 'A file needs a file name');
  if (fileName.length > 255 || /[\p{Cc}\u2028\u2029]/u.test(fileName)) {
    throw refuse('invalid_value', 'The file name is too long or contains control characters');
  }
  if (file.bytes.length === 0) throw refuse('too_small', 'The file is empty');
  return { fileName, bytes: file.bytes };
}

function refuse(code: InputFault['code'], message: string): AppError {
  return new AppError('validation_failed', {
    detail: 'The fields of the form are not valid for this operation.',
    errors: [{ pointer: '/file', code, message }],
  });
}
