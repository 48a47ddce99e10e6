import { eventStreamType, jsonType } from '@avow/contract';
import { AppError } from '@avow/foundation';

/** The quality that a client gives a media type, from 0 (not acceptable) to 1 (RFC 9110): the most specific matching range decides. */
export function qualityOf(header: string | undefined, mediaType: string): number {
  if (header === undefined || header.trim() === '') return 1;
  const [type] = mediaType.split('/');
  let specificity = 0;
  let quality = 0;
  for (const range of header.slice(0, 4096).split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const fits = name === mediaType ? 3 : name === `${type}/*` ? 2 : name === '*/*' ? 1 : 0;
    if (fits === 0 || fits < specificity) continue;
    specificity = fits;
    quality = weightOf(parameters);
  }
  return quality;
}

function weightOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (text === undefined) return 1;
  const value = Number(text.slice(text.indexOf('=') + 1));
  return value >= 0 ? Math.min(value, 1) : 0;
}

interface AnswerOptions {
  readonly accept: string | undefined;
  /** The field of the body. */
  readonly stream: boolean | undefined;
  readonly respondAsync: boolean;
}

/**
 * How an answer is sent: as the body says, otherwise as `Accept` prefers, otherwise as JSON. An asynchronous answer
 * takes precedence over a stream if the client accepts JSON.
 */
export function chooseForm({ accept, stream, respondAsync }: AnswerOptions): 'json' | 'events' {
  const json = qualityOf(accept, jsonType);
  const events = qualityOf(accept, eventStreamType);
  if (respondAsync && json > 0) return 'json';
  const wantsEvents = stream ?? events > json;
  if ((wantsEvents ? events : json) > 0) return wantsEvents ? 'events' : 'json';
  throw new AppError('not_acceptable', {
    detail: `"stream": ${wantsEvents} requires ${wantsEvents ? eventStreamType : jsonType}, which the Accept header excludes.`,
  });
}

/** Whether a client that sends this `Accept-Encoding` reads what is compressed with gzip. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  return /(?:^|,)\s*gzip\s*(?:$|,|;\s*q=(?:1|0\.0*[1-9]))/i.test(String(header ?? ''));
}
