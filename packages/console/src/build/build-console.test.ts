import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { builtFolder } from './built-folder.ts';
import { createConsoleFiles } from './console-files.ts';

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

const firstViewBytesMax = 200_000;
let manifest: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  await createConsoleFiles()();
  manifest = JSON.parse(readFileSync(`${builtFolder()}/.vite/manifest.json`, 'utf8'));
});

/** The files that a chunk needs before it can run. */
function filesOf(name: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
}

const sizes = new Map<string, number>();

function sizeOf(file: string): number {
  const size = sizes.get(file) ?? gzipSync(readFileSync(`${builtFolder()}/${file}`), { level: 9 }).length;
  sizes.set(file, size);
  return size;
}

const compressedBytes = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + sizeOf(file), 0);

describe('the build of the console', () => {
  it('needs at most 200 kB, compressed, for the first view of any page', () => {
    const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry === true);
    expect(entries.toSorted()).toEqual(['docs.html', 'guide.html', 'index.html']);
    for (const page of ['docs.html', 'guide.html'])
      expect(compressedBytes(filesOf(page)), page).toBeLessThan(firstViewBytesMax);
    // A dialog or a form is opened by somebody who sees the page.
    const pages = Object.keys(manifest).filter(
      (name) => manifest[name]?.isDynamicEntry === true && !/-(?:dialog|form)\.tsx$/.test(name),
    );
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages)
      expect(compressedBytes(new Set([...filesOf('index.html'), ...filesOf(page)])), page).toBeLessThan(
        firstViewBytesMax,
      );
  });

  it('has one font of at most 60 kB, which nothing waits for', async () => {
    const { assets } = await createConsoleFiles()();
    const fonts = [...assets].filter(([path]) => /\.(woff2?|ttf|otf)$/.test(path));
    expect(fonts.map(([, { body }]) => body.length < 60_000)).toEqual([true]);
    const styles = [...assets]
      .filter(([path]) => path.endsWith('.css'))
      .map(([, { body }]) => body.toString());
    for (const style of styles.filter((text) => text.includes('@font-face')))
      expect(style).toMatch(/font-display: ?swap/);
  });

  it('needs at most 30 kB, compressed, for the widget', async () => {
    const { widget } = await createConsoleFiles()();
    expect(widget.gzip?.length).toBeLessThan(30_000);
    expect(widget.body.includes('avow-chat')).toBe(true);
  });

  it('has no schemas of the contract in what browsers load', async () => {
    const { assets } = await createConsoleFiles()();
    for (const [path, { body }] of assets) expect(body.includes('ZodError'), path).toBe(false);
  });
});
