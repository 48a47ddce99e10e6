const htmlEndings = ['html', 'htm'];
const textEndings = ['txt', 'md', 'markdown', 'csv', 'tsv'];

/** The file extensions for each content type; a name without any of them gets the first. */
const endingsByType: ReadonlyMap<string, readonly string[]> = new Map([
  ['text/html', htmlEndings],
  ['application/xhtml+xml', htmlEndings],
  ['text/plain', textEndings],
  ['text/markdown', ['md', 'markdown']],
  ['text/x-markdown', ['md', 'markdown']],
  ['text/csv', ['csv', 'tsv']],
  ['text/tab-separated-values', ['tsv']],
  ['application/pdf', ['pdf']],
  ['application/zip', ['zip']],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', ['docx']],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', ['pptx']],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', ['xlsx']],
]);

const nameLengthMax = 200;

/** A file name for a fetched document, from the path of its address, with an extension that fits its content type. */
export function fileNameOf(url: URL, contentType: string | undefined): string {
  const last = decodePath(url.pathname.split('/').at(-1) ?? '');
  const name =
    last
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029/\\]/gu, '')
      .trim()
      .slice(-nameLengthMax)
      .toWellFormed() || 'index';
  const type = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const endings = endingsByType.get(type);
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return endings === undefined || endings.includes(ending) ? name : `${name}.${endings[0]}`;
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not UTF-8: the name stays percent-encoded.
    return text;
  }
}
