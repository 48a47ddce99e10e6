import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparePython } from '../checks/python-environment.ts';

/**
 * `npm run check -- deploy` checks what deploys and watches Avow, without a daemon: by linters of the field (those in Python are
 * installed for it, the others used where they are installed), and the package itself, which is built, installed from its
 * archive and asked for its version and a new installation. `--skip-package` leaves the package out, and `--strict` fails if
 * a linter is missing.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const words = new Set(process.argv.slice(2));
/** Of the image: what Node (125 MB) and the libraries of the base took on 2026-11-18. */
const baseMegabytes = 150;
const imageMegabytesMax = 400;
/** Of 10, as systemd-analyze rates it: less is better. */
const exposureMax = 2;

let failures = 0;
let skipped = 0;

function report(state: 'ok' | 'fault' | 'skipped', check: string, detail = ''): void {
  if (state === 'fault') failures += 1;
  if (state === 'skipped') skipped += 1;
  process.stdout.write(`${state.padEnd(8)}${check}${detail === '' ? '' : `: ${detail}`}\n`);
}

function run(command: string, parameters: readonly string[], cwd = root, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(command, parameters, { cwd, env, encoding: 'utf8' });
  return { isMissing: error !== undefined, code: status, said: `${stdout ?? ''}${stderr ?? ''}`.trim() };
}

/** A linter that may not be installed here. */
function lint(check: string, command: string, parameters: readonly string[]): void {
  const { isMissing, code, said } = run(command, parameters);
  if (isMissing) report('skipped', check, `${command} is not installed`);
  else report(code === 0 ? 'ok' : 'fault', check, code === 0 ? '' : said);
}

function checkUnit(): void {
  const unit = 'deploy/systemd/avow.service';
  const parameters = ['security', '--offline=true', `--threshold=${exposureMax * 10}`, '--no-pager', unit];
  const { isMissing, code, said } = run('systemd-analyze', parameters);
  if (isMissing) {
    report('skipped', unit, 'systemd-analyze is not installed');
    return;
  }
  const rating = /Overall exposure level[^\n]*/.exec(said)?.[0] ?? said.split('\n').at(-1) ?? '';
  report(code === 0 ? 'ok' : 'fault', unit, rating);
}

/** Linters that are packages of Python. */
function lintByPython(): void {
  const bin = preparePython(new URL('./requirements.txt', import.meta.url));
  const composed = ['deploy/compose.yaml', 'deploy/compose.single.yaml'];
  for (const [check, command, parameters] of [
    ['deploy/Dockerfile', 'hadolint', ['deploy/Dockerfile']],
    ['deploy/kubernetes', 'kubernetes-validate', ['--strict', '--quiet', 'deploy/kubernetes/avow.yaml']],
    ['deploy/compose', 'check-jsonschema', ['--builtin-schema', 'vendor.compose-spec', ...composed]],
  ] as const) {
    if (bin === null) report('skipped', check, 'Python is not installed');
    else lint(check, join(bin, command), parameters);
  }
}

/** Samples name files and hosts that do not exist here: they are checked with others in their place. */
function lintSample(
  path: string,
  replaced: ReadonlyArray<readonly [RegExp, string]>,
  check: (sample: string) => void,
): void {
  const folder = mkdtempSync(join(tmpdir(), 'avow-sample-'));
  try {
    const key = join(folder, 'key.pem');
    const cert = join(folder, 'cert.pem');
    const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=example.org'];
    run('openssl', [...made, '-keyout', key, '-out', cert]);
    const text = replaced.reduce(
      (changed, [pattern, by]) => changed.replaceAll(pattern, by.replace('CERT', cert).replace('KEY', key)),
      readFileSync(join(root, path), 'utf8'),
    );
    const sample = join(folder, 'sample');
    writeFileSync(sample, text);
    check(sample);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkProxies(): void {
  const nginx = 'deploy/proxies/nginx.conf';
  const certificates = [
    [/ssl_certificate \S+;/g, 'ssl_certificate CERT;'],
    [/ssl_certificate_key \S+;/g, 'ssl_certificate_key KEY;'],
  ] as const;
  lintSample(nginx, certificates, (sample) => lint(nginx, 'nginx', ['-t', '-c', sample]));
  const caddy = 'deploy/proxies/Caddyfile';
  lint(caddy, 'caddy', ['validate', '--adapter', 'caddyfile', '--config', caddy]);
  const haproxy = 'deploy/haproxy.cfg';
  lintSample(haproxy, [[/\bnode-\d:/g, '127.0.0.1:']], (sample) =>
    lint(haproxy, 'haproxy', ['-c', '-f', sample]),
  );
}

function checkMonitoring(): void {
  const folder = 'deploy/monitoring';
  lint(`${folder}/alerts.yaml`, 'promtool', ['check', 'rules', `${folder}/alerts.yaml`]);
  lint(`${folder}/alerts.test.yaml`, 'promtool', ['test', 'rules', `${folder}/alerts.test.yaml`]);
  lint(`${folder}/prometheus.yaml`, 'promtool', [
    ...['check', 'config', '--syntax-only', `${folder}/prometheus.yaml`],
  ]);
}

/** Every path that the image is made from exists, and it runs as another user than root. */
function checkImage(): void {
  const text = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8');
  const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  const missing = sources.filter((path) => !existsSync(join(root, path)));
  if (missing.length > 0) report('fault', 'deploy/Dockerfile', `${missing.join(', ')} do not exist`);
  else if (!/^USER [1-9]\d*:[1-9]\d*$/m.test(text)) report('fault', 'deploy/Dockerfile', 'it runs as root');
  else report('ok', 'deploy/Dockerfile names what exists, and another user than root');
}

function megabytesIn(folder: string): number {
  const bytes = globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
  return Math.round(bytes / 1e6);
}

/** Whether everything has the version that the lock file of the package names, and nothing else is there. */
function checkInstalled(folder: string): void {
  const readJson = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const { packages } = readJson('npm-shrinkwrap.json') as {
    packages: Record<string, { version: string; optional?: boolean }>;
  };
  const found = globSync('**/node_modules/{*,@*/*}/package.json', { cwd: folder }).map(dirname);
  const faults = [
    ...found.filter((path) => packages[path]?.version !== readJson(`${path}/package.json`).version),
    ...Object.keys(packages).filter(
      (path) => path !== '' && packages[path]?.optional !== true && !found.includes(path),
    ),
  ];
  report(
    faults.length === 0 ? 'ok' : 'fault',
    `package: ${found.length} packages as locked`,
    faults.join(', '),
  );
}

/** As the container file and the unit install it. */
function checkPackage(): void {
  const built = run('npm', ['run', '--silent', 'build', '--', 'package']);
  const release = join(root, 'deploy/package/release');
  if (built.code !== 0) {
    report('fault', 'package', built.said);
    return;
  }
  const [archive = ''] = globSync('avow-*.tgz', { cwd: release });
  const verified = run(process.execPath, [
    ...[join(root, 'deploy/package/verify.ts'), '--provenance'],
    ...[join(release, archive.replace(/tgz$/, 'intoto.json')), join(release, archive)],
  ]);
  report(
    verified.code === 0 ? 'ok' : 'fault',
    'package: provenance',
    verified.code === 0 ? '' : verified.said,
  );
  const folder = mkdtempSync(join(tmpdir(), 'avow-package-'));
  try {
    for (const name of [archive, 'package.json', 'package-lock.json'])
      copyFileSync(join(release, name), join(folder, name));
    const options = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
    const installed = run('npm', ['ci', ...options], folder);
    if (installed.code !== 0) {
      report('fault', 'package', installed.said);
      return;
    }
    checkInstalled(join(folder, 'node_modules/avow'));
    const megabytes = megabytesIn(join(folder, 'node_modules'));
    run('sh', [join(root, 'deploy/package/prune.sh'), join(folder, 'node_modules')]);
    const pruned = megabytesIn(join(folder, 'node_modules'));
    const total = pruned + baseMegabytes;
    const sizes = `${megabytes} MB installed, ${pruned} MB without types and maps; about ${total} MB as an image`;
    report(total <= imageMegabytesMax ? 'ok' : 'fault', 'package', sizes);
    const launcher = join(folder, 'node_modules/avow/packages/server/bin/avow.js');
    const env = { PATH: process.env['PATH'], HOME: folder, AVOW_DATA_DIR: join(folder, 'data') };
    for (const command of [
      ['--version'],
      ['tenants', 'create', 'acme'],
      ['packs', 'load', join(folder, 'node_modules/avow/packages/server/demo/handbook')],
      ['doctor'],
    ]) {
      const { code, said } = run(process.execPath, [launcher, ...command], folder, env);
      report(
        code === 0 ? 'ok' : 'fault',
        `package: avow ${command[0]} ${command[1] ?? ''}`.trim(),
        code === 0 ? '' : said,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

checkImage();
lintByPython();
checkUnit();
checkProxies();
checkMonitoring();
if (!words.has('--skip-package')) checkPackage();
process.stdout.write(`faults: ${failures}, skipped: ${skipped}\n`);
process.exitCode = failures > 0 || (skipped > 0 && words.has('--strict')) ? 1 : 0;
