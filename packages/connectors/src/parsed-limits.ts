const mebibyte = 1024 * 1024;

/** What an answer of a source may become when it is parsed. What is beyond fails with a `SourceFault`, before it is built. */
export const parsedLimits = {
  /** Values: elements and attributes. A sitemap of 50,000 pages in ten languages stays below. */
  xml: { valuesMax: 600_000, depthMax: 256 },
  json: { valuesMax: 500_000, depthMax: 100 },
  /** A page beyond is searched for links up to there. Browsers nest at most 512 deep. */
  page: { elementsMax: 200_000, depthMax: 512 },
  robots: { bytesMax: 512 * 1024, linesMax: 20_000, lineUnitsMax: 4_096 },
  /** `totalBytesMax`: of all sitemaps of a site, inflated. */
  sitemaps: { filesMax: 500, bytesMax: 50 * mebibyte, totalBytesMax: 200 * mebibyte },
  /** What a Git server sends, by what its headers declare: of an object, also the size that a delta makes. */
  git: {
    packBytesMax: 128 * mebibyte,
    objectsMax: 500_000,
    objectBytesMax: 100 * mebibyte,
    inflatedBytesMax: 1_024 * mebibyte,
    deltaDepthMax: 256,
    referencesBytesMax: 16 * mebibyte,
  },
} as const;
