import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findExceptionFault, readExceptions } from './exceptions.ts';
import { isPermitted, readLock } from './read-lock.ts';

const usage = `npm run check:dependencies -- [--out FILE]
Checks what is installed for users: known vulnerabilities (npm audit), licences, and exceptions that have expired.
Writes the list of all components in the CycloneDX format. Without the registry, the first part is left out with a notice.
  --out FILE   where the list goes (avow.cdx.json in the folder for temporary files)`;

const { values } = parseArgs({
  options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const npmTimeoutMs = 120_000;
const faults: string[] = [];

interface Advisory {
  readonly url?: string;
  readonly title?: string;
  readonly severity?: string;
}

interface AuditReport {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: ReadonlyArray<Advisory | string> }>>;
}

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
  const report = readJson(npm('audit', '--omit=dev', '--json')) as AuditReport | null;
  if (report?.vulnerabilities === undefined) {
    process.stdout.write('vulnerabilities: not checked, because the registry does not answer\n');
    return;
  }
  const excepted = new Set(readExceptions().map(({ id }) => id));
  const found = Object.entries(report.vulnerabilities).flatMap(([name, { via }]) =>
    via
      .filter((advisory) => typeof advisory === 'object')
      .map(({ url = '', title = '', severity = '' }) => ({
        name,
        title,
        severity,
        id: url.split('/').at(-1) ?? '',
      })),
  );
  const open = found.filter(
    ({ id, severity }) => severity !== 'low' && severity !== 'info' && !excepted.has(id),
  );
  faults.push(...open.map(({ name, title, severity, id }) => `${name}: ${title} (${severity}, ${id})`));
  process.stdout.write(`vulnerabilities: ${found.length} known, ${open.length} to fix\n`);
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
