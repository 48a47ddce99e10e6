import { AppError } from '@avow/foundation';
import { parseStrictJson, StrictJsonError } from '@avow/text';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const details: Readonly<Record<StrictJsonError['kind'], string>> = {
  syntax: 'The body is not valid JSON',
  duplicate_name: 'An object in the body has the same key twice',
  lone_surrogate: 'A string in the body contains an unpaired surrogate',
  too_deep: 'The body is nested too deeply',
  too_many_parts: 'The body has too many values',
};

/** The value of a JSON body. Throws an `AppError` that says what is wrong and where, without quoting the body. */
export function parseJsonBody(body: Uint8Array): unknown {
  try {
    return parseStrictJson(decode(body));
  } catch (cause) {
    if (!(cause instanceof StrictJsonError)) throw cause;
    const { kind, line, column } = cause;
    throw new AppError(kind === 'duplicate_name' ? 'duplicate_key' : 'malformed_json', {
      detail: `${details[kind]} (line ${line}, column ${column}).`,
      cause,
    });
  }
}

function decode(body: Uint8Array): string {
  try {
    return decoder.decode(body);
  } catch (cause) {
    throw new AppError('invalid_utf8', { detail: 'The body is not valid UTF-8.', cause });
  }
}
