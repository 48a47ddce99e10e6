import { gunzipSync } from 'node:zlib';
import { FetchFault } from '@avow/documents/fetching';
import { parsedLimits } from '../parsed-limits.ts';
import { SourceFault } from '../source-fault.ts';
import type { SourceHttp } from '../source-http.ts';
import { childrenOf, parseXml, textOf } from '../xml.ts';

const { filesMax, bytesMax, totalBytesMax } = parsedLimits.sitemaps;

export interface SitemapOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly isOwn: (url: string) => boolean;
  readonly pagesMax: number;
}

/**
 * The pages that sitemaps list, those of their indexes too; null if there is no sitemap. Rejects if one that exists cannot be
 * read: then it is not known which pages there are.
 */
export async function readSitemaps(
  http: SourceHttp,
  first: readonly string[],
  { headers, signal, isOwn, pagesMax }: SitemapOptions,
): Promise<{ readonly pages: readonly string[]; readonly isCut: boolean } | null> {
  const pending = [...first];
  const seen = new Set(first);
  const pages = new Set<string>();
  let isFound = false;
  let bytesLeft: number = totalBytesMax;
  for (let url = pending.shift(); url !== undefined; url = pending.shift()) {
    signal.throwIfAborted();
    const text = await readOne(http, url, { headers, signal });
    if (text === null) continue;
    bytesLeft -= text.length;
    if (bytesLeft < 0) return { pages: [...pages], isCut: true };
    const root = parseXml(text);
    if (root?.name === 'sitemapindex') {
      isFound = true;
      for (const entry of childrenOf(root, 'sitemap')) {
        const next = textOf(entry, 'loc');
        if (next === null || !URL.canParse(next) || !isOwn(next) || seen.has(next)) continue;
        if (seen.size >= filesMax) return { pages: [...pages], isCut: true };
        seen.add(next);
        pending.push(next);
      }
    } else if (root?.name === 'urlset') {
      isFound = true;
      for (const entry of childrenOf(root, 'url')) {
        const page = textOf(entry, 'loc');
        if (page === null || !URL.canParse(page)) continue;
        if (pages.size >= pagesMax) return { pages: [...pages], isCut: true };
        pages.add(page);
      }
    }
  }
  return isFound ? { pages: [...pages], isCut: false } : null;
}

/** Null: there is none at this address. */
async function readOne(
  http: SourceHttp,
  url: string,
  { headers, signal }: Pick<SitemapOptions, 'headers' | 'signal'>,
): Promise<string | null> {
  try {
    const { status, bytes } = await http.request(url, { headers, signal, bytesMax });
    // Many servers answer so for what is not there.
    if (status >= 400 && status <= 499 && status !== 429) return null;
    if (status !== 200)
      throw new SourceFault('unreachable', `The sitemap ${url} could not be read (status ${status}).`);
    const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return (isZipped ? gunzipSync(bytes, { maxOutputLength: bytesMax }) : bytes).toString('utf8');
  } catch (error) {
    if (!(error instanceof FetchFault) && !isZipFault(error)) throw error;
    throw new SourceFault('unreachable', `The sitemap ${url} could not be read: ${error.message}.`, {
      cause: error,
    });
  }
}

/** Too large when inflated, or damaged. */
function isZipFault(error: unknown): error is Error {
  return (
    error instanceof RangeError ||
    (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
  );
}
