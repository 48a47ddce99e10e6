import { execFileSync, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readContainerFile } from './read-container-file.ts';

/**
 * `npm run check -- image` does what `docker build` and `docker run --read-only` do with deploy/Dockerfile, without a daemon and
 * without images: the steps of the container file are run one after another in roots of their own. The stage that builds has
 * the programs of this machine, read-only, and Node 24; the image has the Debian packages that its base consists of, and
 * Node. Then the service is started in it as its user, with a read-only root, and asked by its health check. Needs Debian,
 * root and a registry. `--keep` leaves the image where it says.
 */
const root = fileURLToPath(new URL('../../', import.meta.url));
const megabytesMax = 400;
/** Those that the base is assumed to hold: it was not pulled. */
const basePackages = [
  ...['base-files', 'netbase', 'tzdata', 'media-types', 'ca-certificates'],
  ...['libc6', 'libssl3', 'libgcc-s1', 'libstdc++6', 'libgomp1'],
];
const file = readContainerFile(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'avow-image-'));
const [build, image] = [join(work, 'build'), join(work, 'image')];
let failures = 0;

function report(isOk: boolean, check: string, detail = ''): void {
  if (!isOk) failures += 1;
  process.stdout.write(`${(isOk ? 'ok' : 'fault').padEnd(8)}${check}${detail === '' ? '' : `: ${detail}`}\n`);
}

const run = (command: string, words: readonly string[], cwd = root) =>
  execFileSync(command, words, { cwd, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 26 });

function megabytesIn(folder: string): number {
  const paths = globSync('**/*', { cwd: folder }).map((path) => lstatSync(join(folder, path)));
  return Math.round(paths.reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0) / 1e6);
}

/** Only what is under version control, as in a checkout. */
function copyIntoBuild(paths: readonly string[], to: string): void {
  for (const path of paths)
    for (const name of run('git', ['ls-files', '-z', '--', path]).toString().split('\0').filter(Boolean)) {
      const target = name === path ? join(to, basename(path)) : join(to, name.slice(path.length + 1));
      mkdirSync(dirname(join(build, target)), { recursive: true });
      cpSync(join(root, name), join(build, target));
    }
}

/** A root with the programs of this machine, in which only its own folders can be written. */
function runInBuild(command: string): void {
  const shared = ['usr', 'etc', 'dev', 'proc'];
  for (const name of [...shared, 'tmp', 'nodejs']) mkdirSync(join(build, name), { recursive: true });
  const script = [
    ...shared.map(
      (name) => `mount --rbind /${name} ${build}/${name} && mount -o remount,bind,ro ${build}/${name}`,
    ),
    `mount --bind ${dirname(process.execPath)} ${build}/nodejs`,
    `exec chroot ${build} /bin/sh -c ${quote(`cd ${file.workdir} && ${command}`)}`,
  ].join('\n');
  const settings = process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc');
  cpSync(settings, join(build, 'tmp/.npmrc'), { force: true });
  const env = {
    ...process.env,
    HOME: '/tmp',
    PATH: '/nodejs:/usr/bin:/usr/sbin',
    npm_config_cache: '/tmp/npm',
  };
  const { NODE_ENV: _mode, ...others } = env;
  const { status } = spawnSync('unshare', ['--mount', 'sh', '-euc', script], {
    ...{ env: { ...others, npm_config_userconfig: '/tmp/.npmrc' }, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  if (status !== 0) throw new Error(`the step failed with ${status}: ${command}`);
}

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function buildStage(): void {
  mkdirSync(join(build, file.workdir), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) symlinkSync(`usr/${name}`, join(build, name));
  for (const step of file.buildSteps) {
    const startedMs = performance.now();
    if (step.kind === 'run') runInBuild(step.command);
    else copyIntoBuild(step.paths, join(file.workdir, step.to.replace(/^\.\/$/, '')));
    const said =
      step.kind === 'run' ? `RUN ${step.command.split(' ', 2).join(' ')} …` : `COPY ${step.paths.join(' ')}`;
    report(true, said, `${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
  }
}

function assembleImage(): void {
  const debs = join(work, 'debs');
  for (const folder of [debs, image]) mkdirSync(folder);
  run('apt-get', ['-q', '-o', 'APT::Sandbox::User=root', 'download', ...basePackages], debs);
  for (const name of globSync('*.deb', { cwd: debs })) run('dpkg-deb', ['-x', join(debs, name), image]);
  // As in the base: no manuals, and certificates in one file.
  for (const folder of ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/lintian'])
    rmSync(join(image, folder), { recursive: true, force: true });
  const certificates = globSync('usr/share/ca-certificates/**/*.crt', { cwd: image }).sort();
  mkdirSync(join(image, 'etc/ssl/certs'), { recursive: true });
  writeFileSync(
    join(image, 'etc/ssl/certs/ca-certificates.crt'),
    certificates.map((path) => readFileSync(join(image, path), 'utf8')).join(''),
  );
  writeFileSync(
    join(image, 'etc/passwd'),
    'root:x:0:0::/root:/sbin/nologin\nnonroot:x:65532:65532::/home/nonroot:/sbin/nologin\n',
  );
  mkdirSync(join(image, 'nodejs/bin'), { recursive: true });
  cpSync(process.execPath, join(image, 'nodejs/bin/node'));
  const base = megabytesIn(image);
  for (const { from, to, owner } of file.copies) {
    cpSync(join(build, from), join(image, to), { recursive: true, verbatimSymlinks: true });
    if (owner === null) continue;
    const [user = 0, group = 0] = owner.split(':').map(Number);
    for (const path of globSync('**/*', { cwd: join(build, from) }))
      chownSync(join(image, to, path), user, group);
  }
  const all = megabytesIn(image);
  report(
    all < megabytesMax,
    'size',
    `${all} MB, of which ${base} MB are Debian and Node (at most ${megabytesMax})`,
  );
}

/** In name spaces of its own: no other process, no network but its own loopback, and a read-only root. */
const inside = (words: readonly string[]) => {
  const env = Object.entries({ PATH: '/nodejs/bin', HOME: '/home/nonroot', ...file.env });
  const all = [...env.map(([name, value]) => `${name}=${value}`), ...words].map(quote).join(' ');
  return `chroot --userspec=${file.user} ${image} /nodejs/bin/node -e ${quote(asUser)} ${all}`;
};
/** The image has no shell, and no \`env\`: Node itself sets the variables and becomes the command. */
const asUser = `
const { spawn } = require('node:child_process');
const words = process.argv.slice(1);
const at = words.findIndex((word) => word.startsWith('/'));
const env = Object.fromEntries(words.slice(0, at).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]));
const child = spawn(words[at], words.slice(at + 1), { env, stdio: 'inherit' });
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
`;
const probe = `
const fs = require('node:fs');
const tried = ['/', '/opt/avow', '/etc', '/nodejs', '/usr', '/home', '/var', '/var/lib/avow', '/tmp'].filter((folder) => {
  try { fs.writeFileSync(folder + '/probe', ''); fs.rmSync(folder + '/probe'); return true; } catch { return false; }
});
process.stdout.write(JSON.stringify({ user: process.getuid(), group: process.getgid(), writable: tried }));
`;

const question = `
const key = /AVOW_API_KEY=(\\S+)/.exec(require('node:fs').readFileSync(0, 'utf8'))[1];
fetch('http://127.0.0.1:8642/v1/query', {
  method: 'POST',
  headers: { authorization: 'Bearer ' + key, 'content-type': 'application/json' },
  body: JSON.stringify({ prompt: 'How many days of paid leave do new parents get?' }),
}).then((response) => response.text()).then((text) => process.stdout.write(text));
`;

function startImage(): void {
  const [data = '/var/lib/avow'] = file.volumes;
  const said = join(work, 'said');
  const health = inside([...file.healthCheck]);
  const script = `
    mount --bind ${image} ${image}
    for name in proc dev tmp; do mkdir -p ${image}/$name; done
    mkdir ${work}/data && chown ${file.user} ${work}/data && mount --bind ${work}/data ${image}${data}
    mount -t tmpfs -o mode=1777 tmpfs ${image}/tmp
    mount -t proc proc ${image}/proc
    for name in null zero random urandom; do touch ${image}/dev/$name; mount --bind /dev/$name ${image}/dev/$name; done
    mount -o remount,bind,ro ${image}
    ip link set lo up
    ${inside(['/nodejs/bin/node', '-e', probe])} > ${work}/probe.json
    ${inside(file.command)} > ${said} 2>&1 &
    service=$!
    healthy=1
    for second in $(seq 60); do sleep 1; if ${health}; then healthy=0; break; fi; done
    echo "$healthy $second" > ${work}/health
    ${inside(['/nodejs/bin/node', '-e', question])} < ${said} > ${work}/answer.json || true
    ${inside([...file.command.slice(0, -1), 'doctor'])} > ${work}/doctor || echo "fault: it ended with $?" >> ${work}/doctor
    kill -TERM $service
    wait $service && echo 0 > ${work}/ended || echo $? > ${work}/ended
    if ${health}; then echo 0 > ${work}/gone; else echo 1 > ${work}/gone; fi
  `;
  spawnSync('unshare', ['--mount', '--pid', '--fork', '--net', 'sh', '-eu', '-c', script], {
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 300_000,
  });
  const read = (name: string) => {
    try {
      return readFileSync(join(work, name), 'utf8').trim();
    } catch {
      return '';
    }
  };
  const { user, group, writable } = JSON.parse(read('probe.json') || '{}');
  report(`${user}:${group}` === file.user && user !== 0, 'user', `${user}:${group}`);
  report(
    JSON.stringify(writable) === JSON.stringify([data, '/tmp']),
    'writable, with a read-only root',
    `${writable}`,
  );
  const [healthy, seconds] = read('health').split(' ');
  report(healthy === '0', 'health check', healthy === '0' ? `healthy after ${seconds} s` : read('said'));
  const { status, answer } = JSON.parse(read('answer.json') || '{}');
  report(status === 'delivered', 'a question', answer ?? read('said'));
  // It loads the models, which need the libraries of the base.
  const doctor = read('doctor').split('\n');
  const faults = doctor.filter((line) => /^fault/.test(line));
  const models = doctor.filter((line) => /reader|encoder|screener|model|meaning/i.test(line));
  report(faults.length === 0 && models.length > 0, 'avow doctor', [...faults, ...models].join('; '));
  report(read('gone') === '1', 'health check of a service that has ended');
  report(read('ended') === '0', 'SIGTERM', `it ended with ${read('ended')}`);
}

if (process.getuid?.() !== 0) throw new Error('It needs root, for roots and mounts of its own.');
try {
  buildStage();
  assembleImage();
  startImage();
} finally {
  if (process.argv.includes('--keep')) process.stdout.write(`kept in ${image}\n`);
  else rmSync(work, { recursive: true, force: true });
}
process.stdout.write(`faults: ${failures}\n`);
process.exitCode = failures === 0 ? 0 : 1;
