import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./recorder.c', import.meta.url));

/** Compiles the library that is preloaded, into this folder. Needs gcc and a Linux with glibc. */
export function buildRecorder(folder: string): string {
  if (process.platform !== 'linux') throw new Error('disks are recorded on Linux only');
  const library = join(folder, 'recorder.so');
  execFileSync('gcc', ['-O1', '-Wall', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return library;
}
