/** Which addresses belong to a website as it is to be read. */
export interface SiteScope {
  readonly origin: string;
  contains(url: string): boolean;
  /** The address as a key: without a fragment, and without what only tracks the visitor. */
  normalize(url: string): string | null;
}

const trackingPattern = /^(?:utm_\w+|gclid|fbclid|mc_[ce]id)$/;
const urlLengthMax = 2_000;

export function createScope(
  start: string,
  { include, exclude }: { readonly include: readonly string[]; readonly exclude: readonly string[] },
): SiteScope {
  const { origin, pathname } = new URL(start);
  const prefixes = include.length > 0 ? include : [pathname.slice(0, pathname.lastIndexOf('/') + 1)];
  return {
    origin,
    contains: (text) => {
      const url = new URL(text);
      if (url.origin !== origin) return false;
      // The first page is read even if only a folder below it is included.
      if (url.pathname === pathname) return true;
      const begins = (prefix: string) => url.pathname.startsWith(prefix);
      return prefixes.some(begins) && !exclude.some(begins);
    },
    normalize: (text) => {
      if (!URL.canParse(text)) return null;
      const url = new URL(text);
      url.hash = '';
      for (const name of [...url.searchParams.keys()])
        if (trackingPattern.test(name)) url.searchParams.delete(name);
      return url.href.length > urlLengthMax ? null : url.href;
    },
  };
}
