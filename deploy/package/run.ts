import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildPackage } from './build-package.ts';
import { composeInstall } from './compose-install.ts';
import { composeStatement, sha256, signStatement } from './provenance.ts';

const usage = `npm run build -- package [--key FILE] [--builder URI] [--commit HASH]
Leaves in deploy/package/release, for this platform: the package, a folder manifest and lock file to install it with "npm ci", the
list of its components (CycloneDX) and a statement of where it comes from (in-toto, SLSA provenance).
  --key FILE      signs the statement with this Ed25519 key in PEM; without it, the statement is not signed
  --builder URI   who builds it (urn:avow:builder:unnamed)
  --commit HASH   of the source, if this folder has no history`;

const { values } = parseArgs({
  options: {
    ...{ key: { type: 'string' }, builder: { type: 'string' }, commit: { type: 'string' } },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const [built, release] = [join(root, 'deploy/package/built'), join(root, 'deploy/package/release')];
const startedAt = new Date().toISOString();

/** Null: there is no history here. */
function git(...words: string[]): string | null {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const npm = (words: readonly string[]) =>
  execFileSync('npm', words, { cwd: built, encoding: 'utf8', maxBuffer: 1 << 28 });
const asText = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const readRelease = (name: string) => readFileSync(join(release, name));

function writeComponents(name: string): void {
  const words = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--loglevel=error'];
  const list = JSON.parse(npm(words));
  // npm takes the name of the folder.
  list.metadata.component.name = 'avow';
  writeFileSync(join(release, name), asText(list));
}

const { manifest } = buildPackage(built);
rmSync(release, { recursive: true, force: true });
mkdirSync(release, { recursive: true });
const base = `${manifest.name}-${manifest.version}`;
const archive = `${base}.tgz`;
npm(['pack', '--silent', '--pack-destination', release]);
const integrity = `sha512-${createHash('sha512').update(readRelease(archive)).digest('base64')}`;
const install = composeInstall(manifest, { file: archive, integrity });
writeFileSync(join(release, 'package.json'), asText(install.manifest));
writeFileSync(join(release, 'package-lock.json'), asText(install.lock));
writeComponents(`${base}.cdx.json`);
const made = [archive, 'package.json', 'package-lock.json', `${base}.cdx.json`];
const statement = composeStatement({
  made: new Map(made.map((name) => [name, sha256(readRelease(name))])),
  from: new Map([
    ['package-lock.json', sha256(readFileSync(join(root, 'package-lock.json')))],
    ['npm-shrinkwrap.json', sha256(readFileSync(join(built, 'npm-shrinkwrap.json')))],
  ]),
  commit: values.commit ?? git('rev-parse', 'HEAD'),
  isModified: (git('status', '--porcelain') ?? '') !== '',
  builder: values.builder ?? 'urn:avow:builder:unnamed',
  tools: { node: process.version, npm: npm(['--version', '--loglevel=error']).trim() },
  platform: `${process.platform}-${process.arch}`,
  ...{ startedAt, endedAt: new Date().toISOString() },
});
const signed =
  values.key === undefined ? statement : signStatement(statement, readFileSync(values.key, 'utf8'));
writeFileSync(join(release, `${base}.intoto.json`), asText(signed));
process.stdout.write(`${[...made, `${base}.intoto.json`].join('\n')}\n`);
