import { AppError } from '@avow/foundation';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const headersMax = 16;
const headerPattern = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]{1,64}):(.*)$/;
/** One parameter of Content-Disposition; a quote within quotes is escaped. */
const parameterPattern =
  /[ \t]*;[ \t]*([A-Za-z*]{1,32})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^\s";,]+))[ \t]*/y;
const plainEncodings = new Set(['7bit', '8bit', 'binary']);

/** Reads the field name and file name, in UTF-8, from the headers of a part. */
export function readPartHeaders(bytes: Uint8Array): { name: string; fileName: string | null } {
  const headers = splitHeaders(decodePart(bytes));
  const encoding = headers.get('content-transfer-encoding');
  if (encoding !== undefined && !plainEncodings.has(encoding.toLowerCase())) {
    throw new AppError('unsupported_media_type', {
      detail: 'Send the parts of the form without Content-Transfer-Encoding.',
    });
  }
  const disposition = headers.get('content-disposition');
  if (disposition === undefined) throw broken('has a part without Content-Disposition');
  const parameters = readDisposition(disposition);
  const name = parameters.get('name');
  if (name === undefined) throw broken('has a part without a name');
  const extended = parameters.get('filename*');
  const plain = parameters.get('filename');
  return { name, fileName: extended === undefined ? (plain ?? null) : decodeExtended(extended) };
}

/** Throws `invalid_utf8` if the bytes are not UTF-8. */
export function decodePart(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new AppError('invalid_utf8', {
      detail: 'A name or a field of the form is not valid UTF-8.',
      cause,
    });
  }
}

function splitHeaders(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  const lines = text.split('\r\n');
  if (lines.length > headersMax) throw broken('has a part with too many headers');
  for (const line of lines) {
    const [, name, value] = headerPattern.exec(line) ?? [];
    if (name === undefined || value === undefined || /[\r\n\0]/.test(line)) {
      throw broken('has a part with a header that cannot be read');
    }
    if (headers.has(name.toLowerCase())) throw broken('has a part with a header that repeats');
    headers.set(name.toLowerCase(), value.trim());
  }
  return headers;
}

function readDisposition(value: string): Map<string, string> {
  const kind = /^form-data(?=[ \t]*(?:;|$))/i.exec(value)?.[0];
  if (kind === undefined) throw broken('has a part that is not form-data');
  const parameters = new Map<string, string>();
  parameterPattern.lastIndex = kind.length;
  while (parameterPattern.lastIndex < value.length) {
    const [, name, quoted, plain] = parameterPattern.exec(value) ?? [];
    if (name === undefined) throw broken('has a part whose Content-Disposition cannot be read');
    const key = name.toLowerCase();
    if (parameters.has(key)) throw broken('has a part with a repeated parameter');
    parameters.set(key, quoted === undefined ? (plain ?? '') : unescapeQuoted(quoted));
  }
  return parameters;
}

/** Some senders escape a quote with a backslash, and browsers write it as `%22`; other backslashes are literal. */
function unescapeQuoted(text: string): string {
  const percent: Readonly<Record<string, string>> = { '%22': '"', '%0D': '\r', '%0A': '\n' };
  return text.replace(/\\(["\\])/g, '$1').replace(/%22|%0D|%0A/g, (code) => percent[code] ?? code);
}

/** `UTF-8''…` (RFC 8187), from senders that put only ASCII between quotes. */
function decodeExtended(text: string): string {
  const encoded = /^utf-8'[A-Za-z0-9-]*'((?:[!#$&+\-.^_`|~0-9A-Za-z]|%[0-9A-Fa-f]{2})*)$/i.exec(text)?.[1];
  if (encoded === undefined) throw broken('has a part whose file name cannot be read');
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new AppError('invalid_utf8', { detail: 'A file name in the form is not valid UTF-8.', cause });
  }
}

function broken(what: string): AppError {
  return new AppError('malformed_body', { detail: `The form is malformed: it ${what}.` });
}
