import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findExceptionFault, readExceptions } from './exceptions.ts';
import { judgeAudit } from './judge-audit.ts';
import { isPermitted, readLock } from './read-lock.ts';

const usage = `npm run check:dependencies -- [--out FILE]
Checks what is installed for users: known vulnerabilities (npm audit), licences, and exceptions that have expired.
Writes the list of all components in the CycloneDX format. Fails if the registry cannot be asked.
  --offline    do not fail if the registry cannot be asked: the rest is checked
  --out FILE   where the list goes (avow.cdx.json in the folder for temporary files)`;

const { values } = parseArgs({
  options: { out: { type: 'string' }, offline: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const npmTimeoutMs = 120_000;
const faults: string[] = [];

function npm(...words: string[]): string {
  const options = {
    cwd: root,
    encoding: 'utf8',
    timeout: npmTimeoutMs,
    maxBuffer: 256 * 1024 * 1024,
  } as const;
  return spawnSync('npm', words, options).stdout;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function checkVulnerabilities(): void {
  const audited = judgeAudit(npm('audit', '--omit=dev', '--json'), readExceptions(), Date.now());
  if (audited.kind === 'unanswered') {
    process.stdout.write(`vulnerabilities: NOT CHECKED, because ${audited.why}\n`);
    if (!values.offline)
      faults.push('vulnerabilities are not known: run this where the registry answers, or with --offline');
    return;
  }
  faults.push(...audited.open);
  process.stdout.write(`vulnerabilities: ${audited.known} known, ${audited.open.length} to fix\n`);
}

function checkLicenses(): void {
  const packages = readLock(root).filter(({ isForDevelopment }) => !isForDevelopment);
  const refused = packages.filter((found) => !isPermitted(found));
  faults.push(...refused.map(({ name, license }) => `${name}: the licence ${license} is not on the list`));
  process.stdout.write(`licences: of ${packages.length} packages, ${refused.length} are not on the list\n`);
}

function writeComponents(): void {
  const text = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only');
  const list = readJson(text) as { readonly components?: readonly unknown[] } | null;
  if (list?.components === undefined) {
    faults.push('npm sbom wrote no list of components');
    return;
  }
  const out = resolve(values.out ?? join(tmpdir(), 'avow.cdx.json'));
  writeFileSync(out, text);
  process.stdout.write(`components: ${list.components.length} in ${out}\n`);
}

for (const exception of readExceptions()) {
  const fault = findExceptionFault(exception, Date.now());
  if (fault !== null) faults.push(fault);
}
checkVulnerabilities();
checkLicenses();
writeComponents();
for (const fault of faults) process.stdout.write(`fault: ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
