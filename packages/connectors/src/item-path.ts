const segmentPointsMax = 150;
const pathPointsMax = 400;

/** A path within a pack from names of any kind: without empty segments, `.`, `..`, backslashes and control characters. */
export function toItemPath(names: readonly string[]): string {
  const segments = names.map(cleanSegment).filter((segment) => segment !== '');
  let path = segments.join('/');
  while ([...path].length > pathPointsMax && segments.length > 1) {
    segments.shift();
    path = segments.join('/');
  }
  return path === '' ? 'index' : path;
}

/** One name as a segment. A long one loses its beginning, so that it keeps its extension. */
export function cleanSegment(name: string): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .replace(/[/\\]/g, '-')
    .trim();
  if (clean === '.' || clean === '..') return '-';
  return [...clean].slice(-segmentPointsMax).join('').trim();
}
