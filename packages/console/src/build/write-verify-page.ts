import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const app = fileURLToPath(new URL('../app/', import.meta.url));

/** The name of the page among the files of the console, and of the file that is saved. */
export const verifyPage = 'verify.html';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Builds the page that checks receipts into a folder: one file that loads nothing, and may load nothing. */
export async function writeVerifyPage(outDir: string): Promise<void> {
  const script = (await bundleScript()).replaceAll('</script', '<\\/script').replaceAll('<!--', '<\\!--');
  const style = await readFile(join(app, 'verify/verify.css'), 'utf8');
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Check a receipt</title>
<style>${style}</style>
</head>
<body>
<main id="page"></main>
<noscript>This page needs JavaScript.</noscript>
<script>${script}</script>
</body>
</html>
`;
  await writeFile(join(outDir, verifyPage), page);
}

async function bundleScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    build: {
      write: false,
      reportCompressedSize: false,
      target: 'es2022',
      lib: { entry: join(app, 'verify/main.ts'), name: 'avowVerify', formats: ['iife'] },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const [chunk] = bundle !== undefined && 'output' in bundle ? bundle.output : [];
  if (chunk?.type !== 'chunk') throw new Error('the page that checks receipts was not built');
  return chunk.code;
}
