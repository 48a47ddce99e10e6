import type { ResponseHeaderName } from './operation.ts';

/** What each header of a response means. */
export const headerDescriptions: Readonly<Record<ResponseHeaderName, string>> = {
  'X-Request-Id': 'The id of this request, on every response.',
  RateLimit: 'How many requests remain under the current limit, and when it resets.',
  'RateLimit-Policy': 'The rate limits that apply.',
  'Retry-After': 'Seconds to wait before the next request.',
  'Idempotent-Replayed': '`true` if this is the stored response to an earlier request with the same key.',
  Location: 'The URL of the created resource.',
  'Preference-Applied':
    'What was applied of `Prefer`: `respond-async`, or `wait=N` with the time that was allowed. Without it, nothing was.',
  ETag: 'Changes whenever the representation changes.',
  'Cache-Control': '`no-store`; for tiles, which never change, `private, max-age=31536000, immutable`.',
  'WWW-Authenticate': 'How to authenticate.',
  'Avow-Generated':
    'How the words of the answer came about, as in `generated`; absent if there is no answer.',
  Allow: 'The methods that the path supports.',
  'Set-Cookie': 'The session, or that it has ended.',
  'Accept-Ranges': '`bytes`: parts can be requested.',
  'Content-Range': 'Which part of the file this is, and the size of the whole.',
  'Content-Disposition': 'A name for the file.',
  Link: 'The next page, with `rel="next"`, if there is one.',
};
