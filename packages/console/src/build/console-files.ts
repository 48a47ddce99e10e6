import { spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFolder } from './built-folder.ts';

/** One file of the console, as it is sent. */
export interface ConsoleFile {
  readonly mediaType: string;
  readonly body: Buffer;
  /** The same, compressed with gzip; null if that would not make it smaller. */
  readonly gzip: Buffer | null;
}

export interface ConsoleFiles {
  /** The page that every address of the console begins with. `placePage` puts it where it is served. */
  readonly index: ConsoleFile;
  /** The page of the API reference. */
  readonly reference: ConsoleFile;
  /** The pages of the guide, by path below `/guide/`, with what they show and search. */
  readonly guide: ReadonlyMap<string, ConsoleFile>;
  /** The script for pages of other sites. */
  readonly widget: ConsoleFile;
  /** The page that checks receipts by itself. */
  readonly verifier: ConsoleFile;
  readonly icon: ConsoleFile;
  /** By path below `/console/`. The name of each contains a hash of its content. */
  readonly assets: ReadonlyMap<string, ConsoleFile>;
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

const program = fileURLToPath(new URL('./run.ts', import.meta.url));
const buildMsMax = 120_000;

const failureKeptMs = 60_000;

/** Reads the built console, and builds it first if its sources have changed. The result is kept, a failure for a minute. */
export function createConsoleFiles(): () => Promise<ConsoleFiles> {
  let reading: Promise<ConsoleFiles> | null = null;
  let failedAtMs: number | null = null;
  return () => {
    if (failedAtMs !== null && Date.now() - failedAtMs > failureKeptMs) reading = failedAtMs = null;
    reading ??= read().catch((error: unknown) => {
      failedAtMs = Date.now();
      throw error;
    });
    return reading;
  };
}

async function read(): Promise<ConsoleFiles> {
  const folder = builtFolder();
  return readFiles(folder).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await runBuild();
    return readFiles(folder);
  });
}

/** In a process of its own, since bundling would take the time of those who are asking. */
async function runBuild(): Promise<void> {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: buildMsMax,
  });
  let faults = '';
  child.stderr.on('data', (chunk) => {
    faults = `${faults}${chunk}`.slice(0, 2000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`the console could not be built: ${faults.trim() || `exit code ${code}`}`);
}

async function readFiles(folder: string): Promise<ConsoleFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && mediaTypes[extname(entry.name)] !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
  const files = new Map(
    await Promise.all(paths.map(async (path) => [path, await readOne(folder, path)] as const)),
  );
  const takePage = (name: string) => {
    const page = files.get(name);
    if (page === undefined) throw new Error(`${folder} has no ${name}: delete it, and it is built again`);
    files.delete(name);
    return page;
  };
  files.delete('guide.html');
  return {
    index: takePage('index.html'),
    reference: takePage('docs.html'),
    guide: takeGuide(files),
    widget: takePage('widget.js'),
    verifier: takePage('verify.html'),
    icon: findIcon(files, folder),
    assets: files,
  };
}

const guideFolder = 'guide/';

/** Pages have no ending in their addresses. */
function takeGuide(files: Map<string, ConsoleFile>): ReadonlyMap<string, ConsoleFile> {
  const found = [...files].filter(([path]) => path.startsWith(guideFolder));
  for (const [path] of found) files.delete(path);
  return new Map(found.map(([path, file]) => [path.slice(guideFolder.length).replace(/\.html$/, ''), file]));
}

/** Its name contains a hash. */
function findIcon(files: ReadonlyMap<string, ConsoleFile>, folder: string): ConsoleFile {
  const path = files.keys().find((name) => /^assets\/icon-[^/]+\.svg$/.test(name));
  const icon = path === undefined ? undefined : files.get(path);
  if (icon === undefined) throw new Error(`${folder} has no icon: delete it, and it is built again`);
  return icon;
}

async function readOne(folder: string, path: string): Promise<ConsoleFile> {
  const body = await readFile(join(folder, path));
  const gzip = await readFile(join(folder, `${path}.gz`)).catch(() => null);
  return { mediaType: mediaTypes[extname(path)] ?? '', body, gzip };
}

/** A page as it is served under this path: it refers to its files from the root, whatever its own address is. */
export function placePage(page: ConsoleFile, basePath: string): ConsoleFile {
  const text = page.body
    .toString()
    .replaceAll('"./', `"${basePath}/console/`)
    .replace('name="avow-base" content=""', `name="avow-base" content="${basePath}"`);
  return { mediaType: page.mediaType, body: Buffer.from(text), gzip: null };
}
