import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const installTimeoutMs = 600_000;

/** The folder with the packages that a manifest names, installed outside the project once for each set of versions. */
export function prepareTools(manifest: string): string {
  const hash = createHash('sha256').update(readFileSync(manifest)).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `avow-tools-${hash}`);
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  copyFileSync(manifest, join(folder, 'package.json'));
  const quiet = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: installTimeoutMs,
  });
  writeFileSync(done, '');
  return folder;
}
