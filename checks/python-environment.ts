import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const minor = 10;
const installTimeoutMs = 600_000;

/** A Python of at least 3.10 that can make environments; null: there is none. */
function findPython(): string | null {
  const names = [process.env['PYTHON'], 'python3', 'python3.13', 'python3.12', 'python3.11', 'python3.10'];
  const test = `import sys, venv, ensurepip; sys.exit(sys.version_info < (3, ${minor}))`;
  return names.find((name) => name !== undefined && spawnSync(name, ['-c', test]).status === 0) ?? null;
}

/**
 * The folder of the programs of a Python environment with these requirements, made if it is not there yet; null without
 * Python. It lies outside the project, under a name that changes with the requirements.
 */
export function preparePython(requirements: URL): string | null {
  const python = findPython();
  if (python === null) return null;
  const version = execFileSync(python, ['-c', 'import sys; print(sys.version)'], { encoding: 'utf8' });
  const hash = createHash('sha256').update(version).update(readFileSync(requirements)).digest('hex');
  const folder = join(tmpdir(), `avow-python-${hash.slice(0, 16)}`);
  const done = join(folder, 'installed');
  const bin = join(folder, process.platform === 'win32' ? 'Scripts' : 'bin');
  if (existsSync(done)) return bin;
  rmSync(folder, { recursive: true, force: true });
  execFileSync(python, ['-m', 'venv', folder]);
  execFileSync(
    join(bin, 'python'),
    ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', requirements.pathname],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: installTimeoutMs,
    },
  );
  writeFileSync(done, '');
  return bin;
}
