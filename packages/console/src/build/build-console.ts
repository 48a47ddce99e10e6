import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { buildsFolder } from './built-folder.ts';
import { compactStyles } from './compact-styles.ts';
import { contractModule } from './contract-module.ts';
import { writeGuide } from './guide/write-guide.ts';
import { writeVerifyPage } from './write-verify-page.ts';

const app = fileURLToPath(new URL('../app/', import.meta.url));
const compress = promisify(gzip);
/** Less is not worth a second form of the file. */
const compressedBytesMin = 1024;

/**
 * Builds the console into a folder that appears only once it is whole: two processes may build at the same time. Earlier
 * builds are deleted.
 */
export async function buildConsole(folder: string): Promise<void> {
  await mkdir(buildsFolder, { recursive: true });
  const outDir = await mkdtemp(join(buildsFolder, 'building-'));
  try {
    await bundle(outDir);
    await bundleWidget(outDir);
    await writeVerifyPage(outDir);
    await writeGuide(outDir);
    await compressFiles(outDir);
    await rename(outDir, folder).catch((error: NodeJS.ErrnoException) => {
      // Another process was faster.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST' && error.code !== 'EPERM') throw error;
    });
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
  const others = (await readdir(buildsFolder)).filter(
    (name) => name !== basename(folder) && !name.startsWith('building-'),
  );
  await Promise.all(others.map((name) => rm(join(buildsFolder, name), { recursive: true, force: true })));
}

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: app,
    // The service writes the path of the page into it; files refer to each other.
    base: './',
    logLevel: 'error',
    plugins: [react(), { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' }, contractModule()],
    build: {
      outDir,
      emptyOutDir: true,
      assetsDir: 'assets',
      // Inline data would need an exception in the content security policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      manifest: true,
      target: 'es2023',
      rolldownOptions: { input: ['index.html', 'docs.html', 'guide.html'].map((page) => join(app, page)) },
    },
  });
}

/** One script with a name of its own, which other sites refer to. */
async function bundleWidget(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    plugins: [compactStyles()],
    build: {
      outDir,
      emptyOutDir: false,
      reportCompressedSize: false,
      target: 'es2022',
      lib: {
        ...{ entry: join(app, 'widget/avow-chat.ts'), name: 'avowChat', formats: ['iife'] },
        fileName: () => 'widget.js',
      },
    },
  });
}

async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter(
    (each) => each.isFile() && /\.(js|css|html|svg|json)$/.test(each.name),
  )) {
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    if (body.length < compressedBytesMin) continue;
    await writeFile(`${path}.gz`, await compress(body, { level: 9 }));
  }
}
