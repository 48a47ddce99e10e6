/** Whether an Accept header lets this media type through (RFC 9110): the most specific range that fits decides. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  if (header === undefined || header.trim() === '') return true;
  const [type] = mediaType.split('/');
  let specificity = 0;
  let quality = 0;
  for (const range of header.slice(0, 4096).split(',')) {
    const [name, ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const fits = name === mediaType ? 3 : name === `${type}/*` ? 2 : name === '*/*' ? 1 : 0;
    if (fits === 0 || fits < specificity) continue;
    specificity = fits;
    quality = qualityOf(parameters);
  }
  return specificity > 0 && quality > 0;
}

function qualityOf(parameters: readonly string[]): number {
  const text = parameters.find((parameter) => /^q\s*=/.test(parameter));
  if (text === undefined) return 1;
  const value = Number(text.slice(text.indexOf('=') + 1));
  return Number.isFinite(value) ? value : 0;
}
