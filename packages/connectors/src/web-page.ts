import { fileNameOf, textToUtf8 } from '@avow/documents/fetching';
import { Parser } from 'htmlparser2';
import { parsedLimits } from './parsed-limits.ts';
import type { SourceResponse } from './source-http.ts';

/** A page of the web as a file, and what its markup says to those who read it by machine. */
export interface WebPage {
  readonly bytes: Buffer;
  /** With the extension of its content type. */
  readonly fileName: string;
  readonly isHtml: boolean;
  /** The address that the page says it is to be known by. */
  readonly canonical: string | null;
  readonly isToBeRead: boolean;
  /** Addresses without fragments; none if its links are not to be followed. */
  readonly links: readonly string[];
}

const linksMax = 5_000;
const chunkUnits = 64 * 1024;

export function readPage({ bytes: sent, headers, url }: SourceResponse): WebPage {
  const contentType = headers['content-type'];
  const bytes = textToUtf8(sent, contentType);
  const fileName = fileNameOf(new URL(url), contentType);
  const isHtml = /\.html?$/i.test(fileName);
  const said = wordsOf([headers['x-robots-tag'] ?? ''].flat().join(','));
  const plain = { bytes, fileName, isHtml };
  if (!isHtml) return { ...plain, canonical: null, isToBeRead: !isForbidden(said, 'noindex'), links: [] };
  const found = findLinks(bytes.toString('utf8'), url);
  const directives = new Set([...said, ...found.directives]);
  return {
    ...plain,
    canonical: found.canonical,
    isToBeRead: !isForbidden(directives, 'noindex'),
    links: isForbidden(directives, 'nofollow') ? [] : found.links,
  };
}

const wordsOf = (text: string) =>
  new Set(
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((word) => word !== ''),
  );

const isForbidden = (directives: ReadonlySet<string>, what: 'noindex' | 'nofollow') =>
  directives.has(what) || directives.has('none');

function findLinks(html: string, url: string) {
  let base = url;
  let canonical: string | null = null;
  let directives: ReadonlySet<string> = new Set();
  const links = new Set<string>();
  const resolve = (text: string | undefined): string | null => {
    if (text === undefined || !URL.canParse(text.trim(), base)) return null;
    const found = new URL(text.trim(), base);
    found.hash = '';
    return found.protocol === 'http:' || found.protocol === 'https:' ? found.href : null;
  };
  let [elements, depth] = [0, 0];
  const parser = new Parser({
    onclosetag: () => {
      depth -= 1;
    },
    onopentag: (name, attributes) => {
      elements += 1;
      depth += 1;
      if (name === 'base') base = resolve(attributes['href']) ?? base;
      else if (name === 'link' && attributes['rel']?.toLowerCase() === 'canonical')
        canonical ??= resolve(attributes['href']);
      else if (name === 'meta' && /^(?:robots|avow)$/i.test(attributes['name'] ?? ''))
        directives = new Set([...directives, ...wordsOf(attributes['content'] ?? '')]);
      else if ((name === 'a' || name === 'area') && links.size < linksMax) {
        const link = wordsOf(attributes['rel'] ?? '').has('nofollow') ? null : resolve(attributes['href']);
        if (link !== null) links.add(link);
      }
    },
  });
  // The time to open or close an element grows with what is open.
  const isBeyond = () => elements > parsedLimits.page.elementsMax || depth > parsedLimits.page.depthMax;
  for (let at = 0; at < html.length && !isBeyond(); at += chunkUnits)
    parser.write(html.slice(at, at + chunkUnits));
  return { canonical: canonical as string | null, directives, links: [...links] };
}
