import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { findExceptionFault, readExceptions } from './exceptions.ts';
import { judgeAudit } from './judge-audit.ts';
import { judgeSignatures } from './judge-signatures.ts';
import { isPermitted, readLock } from './read-lock.ts';
import { type ComponentList, findMissing, selectComponents } from './select-components.ts';

const usage = `npm run check -- dependencies [--out FILE]
Checks what is installed for users: known vulnerabilities (npm audit), signatures of the registry and stated provenance (npm
audit signatures), licences, and exceptions that have expired.
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

function checkSignatures(): void {
  const words = ['audit', 'signatures', '--omit=dev', '--json', '--include-attestations'];
  const judged = judgeSignatures(npm(...words));
  if (judged.kind === 'unanswered') {
    process.stdout.write('signatures: NOT CHECKED, because the registry did not answer\n');
    if (!values.offline)
      faults.push('signatures are not known: run this where the registry answers, or with --offline');
    return;
  }
  faults.push(...judged.faults);
  process.stdout.write(
    `signatures: ${judged.faults.length} to look into; ${judged.attested} packages state where they were built\n`,
  );
}

function checkLicenses(): void {
  const packages = readLock(root).filter(({ isForDevelopment }) => !isForDevelopment);
  const refused = packages.filter((found) => !isPermitted(found));
  faults.push(...refused.map(({ name, license }) => `${name}: the licence ${license} is not on the list`));
  process.stdout.write(`licences: of ${packages.length} packages, ${refused.length} are not on the list\n`);
}

function writeComponents(): void {
  const all = readJson(npm('sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'));
  if (all === null || typeof all !== 'object' || !('components' in all)) {
    faults.push('npm sbom wrote no list of components');
    return;
  }
  const list = selectComponents(all as ComponentList);
  faults.push(...findMissing(list, readLock(root)).map((ref) => `${ref} is not in the list of components`));
  const out = resolve(values.out ?? join(tmpdir(), 'avow.cdx.json'));
  writeFileSync(out, `${JSON.stringify(list, null, 2)}\n`);
  process.stdout.write(`components: ${list.components.length} in ${out}\n`);
}

for (const exception of readExceptions()) {
  const fault = findExceptionFault(exception, Date.now());
  if (fault !== null) faults.push(fault);
}
checkVulnerabilities();
checkSignatures();
checkLicenses();
writeComponents();
for (const fault of faults) process.stdout.write(`fault: ${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
