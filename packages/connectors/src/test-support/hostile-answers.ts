import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';

/** What a hostile server answers with: small to send, and large or slow once it is read. */
export interface HostileAnswer {
  readonly body: Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const zipped = (text: string, contentType: string): HostileAnswer => ({
  body: gzipSync(text),
  headers: { 'content-type': contentType, 'content-encoding': 'gzip' },
});

/** A document of elements in one another, or side by side, compressed. */
export const elementsWithin = (root: string, bytes: number): HostileAnswer =>
  zipped(`<${root}>${'<a>'.repeat(bytes / 3)}`, 'application/xml');
export const elementsBeside = (root: string, bytes: number): HostileAnswer =>
  zipped(`<${root}>${'<a/>'.repeat(bytes / 4)}</${root}>`, 'application/xml');

/** A file as a site has it in its sitemaps: compressed, and not as an encoding. */
export const zippedFile = (text: string): HostileAnswer => ({ body: gzipSync(text) });

/** A sitemap index of files that each inflate to elements in one another. */
export function hostileSitemaps(
  url: string,
  { files, bytes }: { readonly files: number; readonly bytes: number },
) {
  const paths = Array.from({ length: files }, (_, number) => `/map-${number}.xml.gz`);
  const entries = paths.map((path) => `<sitemap><loc>${url}${path}</loc></sitemap>`).join('');
  const index: HostileAnswer = { body: Buffer.from(`<sitemapindex>${entries}</sitemapindex>`) };
  const bomb = zippedFile(`<urlset>${'<a>'.repeat(bytes / 3)}`);
  return (path: string): HostileAnswer | null => {
    if (path === '/sitemap.xml') return index;
    return paths.includes(path) ? bomb : null;
  };
}

/** A feed in which each closing tag is looked for among all open ones. */
export function slowFeed(elements: number): HostileAnswer {
  const body = `<rss><channel><item><guid>1</guid><description>${'<a>'.repeat(elements)}${'</b>'.repeat(elements)}`;
  return { body: Buffer.from(body), headers: { 'content-type': 'application/rss+xml' } };
}

/** `[[],[],…`, compressed: each two bytes become an object. */
export const manyArrays = (bytes: number): HostileAnswer =>
  zipped(`[${'[],'.repeat(bytes / 3)}[]]`, 'application/json');
export const deepArrays = (depth: number): HostileAnswer =>
  zipped('['.repeat(depth) + ']'.repeat(depth), 'application/json');

/** A page of elements in one another, with a link at its beginning. */
export const deepPage = (elements: number): HostileAnswer => ({
  body: Buffer.from(`<a href="/other.html">other</a>${'<div>'.repeat(elements)}${'</p>'.repeat(elements)}`),
  headers: { 'content-type': 'text/html' },
});

const [commitType, treeType, blobType, offsetDelta] = [1, 2, 3, 6];

function packEntry(type: number, size: number, body: Buffer, between: Buffer = Buffer.alloc(0)): Buffer {
  const header: number[] = [];
  let rest = Math.floor(size / 16);
  header.push((rest > 0 ? 0x80 : 0) | (type << 4) | (size % 16));
  for (; rest > 0; rest = Math.floor(rest / 128)) header.push((rest >= 128 ? 0x80 : 0) | (rest % 128));
  return Buffer.concat([Buffer.from(header), between, body]);
}

function writePack(entries: readonly Buffer[]): Buffer {
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  header.writeUInt32BE(entries.length, 8);
  const content = Buffer.concat([header, ...entries]);
  return Buffer.concat([content, createHash('sha1').update(content).digest()]);
}

const oidOf = (kind: string, size: number, content: Buffer) =>
  createHash('sha1').update(`${kind} ${size}\0`).update(content).digest();

export interface HostilePack {
  readonly head: string;
  readonly pack: Buffer;
}

/** A commit with the one file `docs/zeros.md`. */
function commitOf(file: Buffer): { readonly head: string; readonly entries: readonly Buffer[] } {
  const folder = Buffer.concat([Buffer.from('100644 zeros.md\0'), file]);
  const root = Buffer.concat([Buffer.from('40000 docs\0'), oidOf('tree', folder.length, folder)]);
  const by = 'A <a@example.com> 1700000000 +0000';
  const commit = Buffer.from(
    `tree ${oidOf('tree', root.length, root).toString('hex')}\nauthor ${by}\ncommitter ${by}\n\nZeros\n`,
  );
  return {
    head: oidOf('commit', commit.length, commit).toString('hex'),
    entries: [
      packEntry(commitType, commit.length, deflateSync(commit)),
      packEntry(treeType, root.length, deflateSync(root)),
      packEntry(treeType, folder.length, deflateSync(folder)),
    ],
  };
}

/** A file of zeros, which declares its size or another. */
export function packOfZeros({
  bytes,
  declared = bytes,
}: {
  readonly bytes: number;
  readonly declared?: number;
}): HostilePack {
  const zeros = Buffer.alloc(bytes);
  const { head, entries } = commitOf(oidOf('blob', bytes, zeros));
  return { head, pack: writePack([...entries, packEntry(blobType, declared, deflateSync(zeros))]) };
}

/** A file that copies a small one many times. */
export function packOfCopies({ copies }: { readonly copies: number }): HostilePack {
  const base = Buffer.alloc(64 * 1024 - 1, 'a');
  const varint = (value: number): number[] =>
    value < 128 ? [value] : [(value % 128) | 0x80, ...varint(Math.floor(value / 128))];
  // Copies all of the base: its size in two bytes, from the beginning.
  const copy = [0x80 | 0x10 | 0x20, base.length & 0xff, base.length >> 8];
  const delta = Buffer.from([
    ...varint(base.length),
    ...varint(base.length * copies),
    ...Array.from({ length: copies }, () => copy).flat(),
  ]);
  // The name of the file is of no account: it is never made.
  const { head, entries } = commitOf(Buffer.alloc(20, 1));
  const basis = packEntry(blobType, base.length, deflateSync(base));
  const distance = encodeDistance(basis.length);
  return {
    head,
    pack: writePack([...entries, basis, packEntry(offsetDelta, delta.length, deflateSync(delta), distance)]),
  };
}

function encodeDistance(distance: number): Buffer {
  const bytes = [distance % 128];
  for (let rest = Math.floor(distance / 128); rest > 0; rest = Math.floor(rest / 128)) {
    rest -= 1;
    bytes.unshift((rest % 128) | 0x80);
  }
  return Buffer.from(bytes);
}
