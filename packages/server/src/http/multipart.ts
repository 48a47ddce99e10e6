import { AppError } from '@avow/foundation';
import { readPartHeaders } from './part-headers.ts';

/** One part of a form. */
export interface FormPart {
  readonly name: string;
  /** Null: a field, and not a file. May be empty. */
  readonly fileName: string | null;
  /** A view into the body: nothing is copied. */
  readonly bytes: Uint8Array;
}

export interface FormLimits {
  readonly filesMax: number;
  readonly fieldsMax: number;
  readonly fieldBytesMax: number;
}

const headerBytesMax = 8 * 1024;
const lineEnd = Buffer.from('\r\n');
const blankLine = Buffer.from('\r\n\r\n');

/**
 * Parses a form (RFC 7578). It is strict, since content that is skipped here would silently go missing: input that is
 * malformed or ambiguous is refused.
 */
export function parseMultipart(contentType: string, body: Buffer, limits: FormLimits): FormPart[] {
  const delimiter = Buffer.from(`\r\n--${boundaryOf(contentType)}`);
  const parts: FormPart[] = [];
  let fields = 0;
  // The first delimiter is at the very beginning, without a preceding line break.
  const first = delimiter.subarray(lineEnd.length);
  if (!body.subarray(0, first.length).equals(first)) throw broken('does not begin with its boundary');
  let at = first.length;
  while (true) {
    const next = afterDelimiter(body, at);
    if (next === 'end') return parts;
    const headersEnd = body.indexOf(blankLine, next);
    if (headersEnd === -1) throw broken('ends within the headers of a part');
    if (headersEnd - next > headerBytesMax) throw tooLarge('The headers of a part are too large.');
    const { name, fileName } = readPartHeaders(body.subarray(next, headersEnd));
    const start = headersEnd + blankLine.length;
    const end = body.indexOf(delimiter, start);
    if (end === -1) throw broken('ends within a part');
    if (fileName === null) {
      fields += 1;
      if (end - start > limits.fieldBytesMax) throw tooLarge('A field of the form is too large.');
    }
    if (fields > limits.fieldsMax) throw tooLarge(`A form can have at most ${limits.fieldsMax} fields.`);
    parts.push({ name, fileName, bytes: body.subarray(start, end) });
    if (parts.length - fields > limits.filesMax) {
      throw tooLarge(`A form can have at most ${limits.filesMax} files.`);
    }
    at = end + delimiter.length;
  }
}

/** Where the headers of the next part begin, or `end` after the last part. */
function afterDelimiter(body: Buffer, at: number): number | 'end' {
  if (body.subarray(at, at + 2).toString('latin1') === '--') {
    if (body.length - at > 4 || !/^--(?:\r\n)?$/.test(body.subarray(at).toString('latin1'))) {
      throw broken('continues after its end');
    }
    return 'end';
  }
  // Other characters after the boundary mean that it is not a boundary, and it must not occur within a part.
  if (!body.subarray(at, at + lineEnd.length).equals(lineEnd))
    throw broken('has a boundary that does not end');
  return at + lineEnd.length;
}

const formType =
  /^multipart\/form-data((?:[ \t]*;[ \t]*(?:boundary|charset)[ \t]*=[ \t]*(?:"[^"\\]*"|[^\s";,]+))*)[ \t]*;?[ \t]*$/i;
const parameter = /(boundary|charset)[ \t]*=[ \t]*(?:"([^"\\]*)"|([^\s";,]+))/gi;
const boundaryPattern = /^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/;

export function isMultipart(contentType: string): boolean {
  return /^multipart\/form-data[ \t]*(?:;|$)/i.test(contentType);
}

function boundaryOf(contentType: string): string {
  const parameters = formType.exec(contentType)?.[1];
  const found = [...(parameters ?? '').matchAll(parameter)].map(([, name = '', quoted, plain]) => ({
    name: name.toLowerCase(),
    value: quoted ?? plain ?? '',
  }));
  const boundaries = found.filter(({ name }) => name === 'boundary');
  const boundary = boundaries[0]?.value ?? '';
  if (boundaries.length !== 1 || !boundaryPattern.test(boundary)) {
    throw new AppError('invalid_header', {
      detail: 'The Content-Type of a form must give its boundary once.',
    });
  }
  if (found.some(({ name, value }) => name === 'charset' && value.toLowerCase() !== 'utf-8')) {
    throw new AppError('unsupported_media_type', { detail: 'Send the form in UTF-8.' });
  }
  return boundary;
}

function broken(what: string): AppError {
  return new AppError('malformed_body', { detail: `The body is not a complete form: it ${what}.` });
}

function tooLarge(detail: string): AppError {
  return new AppError('payload_too_large', { detail });
}
