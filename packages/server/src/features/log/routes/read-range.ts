import type { IncomingHttpHeaders } from 'node:http';

/** The part of a file to send, from `start` up to but not including `end`. */
interface FileRange {
  readonly start: number;
  readonly end: number;
  readonly isPart: boolean;
}

const rangePattern = /^bytes=(?<first>\d{0,15})-(?<last>\d{0,15})$/;

/**
 * What a request wants of a file with this tag (RFC 9110). A header that is not understood, several ranges, and a range of
 * another file mean all of it. `unchanged`: the client has the file. `outside`: it has no such part.
 */
export function readRange(
  headers: IncomingHttpHeaders,
  { bytes, etag }: { readonly bytes: number; readonly etag: string },
): FileRange | 'unchanged' | 'outside' {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = headers;
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag) || known.includes('*')) return 'unchanged';
  const whole = { start: 0, end: bytes, isPart: false };
  if (typeof ifRange === 'string' && ifRange !== etag) return whole;
  const asked = rangePattern.exec(range ?? '')?.groups;
  const [first = '', last = ''] = [asked?.['first'], asked?.['last']];
  if (first === '' && last === '') return whole;
  if (first === '') {
    const length = Math.min(bytes, Number(last));
    return length === 0 ? 'outside' : { start: bytes - length, end: bytes, isPart: true };
  }
  const start = Number(first);
  const end = last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (end <= start && Number(last) < start && last !== '') return whole;
  return start >= bytes ? 'outside' : { start, end, isPart: true };
}
