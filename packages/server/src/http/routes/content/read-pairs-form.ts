import { AppError, type InputFault } from '../../../errors/app-error.ts';
import { parseMultipart } from '../../multipart.ts';

/** Room for what a form has too much, so that it can be said in plain words. */
const formLimits = { filesMax: 16, fieldsMax: 16, fieldBytesMax: 64 * 1024 };

/** The one file of a form for curated pairs. A name in the address goes before the one in the form. */
export function readPairsForm(
  contentType: string,
  body: Buffer,
  givenName: string | null,
): { readonly fileName: string; readonly bytes: Uint8Array } {
  const parts = parseMultipart(contentType, body, formLimits);
  const [file] = parts;
  if (file === undefined || parts.length > 1 || file.name !== 'file') {
    throw refuse('required', 'One file is required, and nothing else');
  }
  const fileName = givenName ?? file.fileName?.trim() ?? '';
  if (fileName === '') throw refuse('invalid_value', 'A file needs a file name');
  if (fileName.length > 255 || /[\p{Cc}\u2028\u2029]/u.test(fileName)) {
    throw refuse('invalid_value', 'The file name is too long, or holds control characters');
  }
  if (file.bytes.length === 0) throw refuse('too_small', 'The file is empty');
  return { fileName, bytes: file.bytes };
}

function refuse(code: InputFault['code'], message: string): AppError {
  return new AppError('validation_failed', {
    detail: 'The form does not fit this operation.',
    errors: [{ pointer: '/file', code, message }],
  });
}
