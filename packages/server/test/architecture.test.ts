import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const serverSource = 'packages/server/src';

/**
 * Which folder of the server may import from which. Leaves come first and import nothing of ours; `app` is the only
 * place that constructs; `query` knows neither the transport nor the stores.
 */
const leaves = ['errors', 'clock', 'ids', 'log', 'text', 'locks', 'languages', 'statistics'];
const allowed: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  clock: [],
  ids: [],
  log: [],
  text: [],
  locks: [],
  languages: ['text'],
  statistics: [],
  drawing: ['statistics', 'text'],
  interfaces: ['errors'],
  config: ['errors', 'interfaces'],
  access: [...leaves, 'interfaces'],
  audit: [...leaves, 'interfaces'],
  events: [...leaves, 'interfaces'],
  confidence: [...leaves, 'interfaces'],
  guardrails: [...leaves, 'interfaces'],
  fetching: [...leaves],
  learning: [...leaves, 'interfaces', 'audit', 'confidence'],
  forgetting: [...leaves, 'interfaces', 'events'],
  ledger: [...leaves, 'interfaces', 'events'],
  insights: [...leaves, 'interfaces', 'audit'],
  evaluating: [...leaves, 'interfaces'],
  replaying: [...leaves, 'interfaces', 'audit'],
  verifying: [...leaves, 'interfaces'],
  exporting: [...leaves, 'interfaces', 'verifying'],
  knowledge: [...leaves, 'interfaces', 'parsing', 'events'],
  models: [...leaves, 'interfaces'],
  parsing: [...leaves, 'interfaces'],
  refining: [...leaves, 'interfaces'],
  retrieval: [...leaves, 'interfaces'],
  stores: [...leaves, 'interfaces'],
  telemetry: [...leaves, 'interfaces'],
  writing: [...leaves, 'interfaces'],
  query: [...leaves, 'interfaces', 'audit', 'events'],
  http: [...leaves, 'interfaces', 'audit', 'access', 'query', 'telemetry'],
  app: [
    ...leaves,
    'interfaces',
    'config',
    'access',
    'confidence',
    'drawing',
    'evaluating',
    'events',
    'exporting',
    'fetching',
    'forgetting',
    'guardrails',
    'http',
    'insights',
    'knowledge',
    'learning',
    'ledger',
    'models',
    'parsing',
    'query',
    'refining',
    'replaying',
    'retrieval',
    'stores',
    'telemetry',
    'verifying',
    'writing',
  ],
  cli: [
    ...leaves,
    'interfaces',
    'config',
    'access',
    'drawing',
    'evaluating',
    'knowledge',
    'replaying',
    'verifying',
    'exporting',
    'app',
  ],
};

/** What each package may depend on, of our own. */
const allowedPackages: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  audit: [],
  models: [],
  server: ['@avow/contract', '@avow/contract/plain', '@avow/audit', '@avow/models'],
};

/** Packages that only one folder of the server may know. */
const confined: Readonly<Record<string, readonly string[]>> = {
  fastify: ['http', 'app'],
  'node:sqlite': ['stores', 'locks', 'cli'],
  'onnxruntime-node': ['models'],
  ai: ['models'],
  '@ai-sdk/openai': ['models'],
  '@ai-sdk/anthropic': ['models'],
  '@ai-sdk/google': ['models'],
  '@ai-sdk/amazon-bedrock': ['models'],
  '@ai-sdk/openai-compatible': ['models'],
  cockatiel: ['models'],
  undici: ['models'],
  commander: ['cli'],
  'prom-client': ['telemetry'],
  pino: ['log'],
};

const importPattern = /(?:\bfrom\s+|\bimport\s+|\bimport\(\s*|new URL\(\s*)'([^']+)'/g;

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly string[];
}

const isTest = (path: string) => /\.(test|suite)\.ts$|\/test-support\//.test(path);

const files: readonly SourceFile[] = globSync('packages/*/src/**/*.ts', { cwd: root })
  .filter((path) => !isTest(path))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return { path, text, imports: [...text.matchAll(importPattern)].map(([, target = '']) => target) };
  });

/** The file that a relative import names, from the root; null for a package, or for something that is not source. */
function fileNamed(from: string, target: string): string | null {
  if (!target.startsWith('.')) return null;
  const path = normalize(join(dirname(from), target));
  return path.endsWith('.ts') ? path : null;
}

const folderOf = (path: string) => relative(serverSource, path).split('/')[0] ?? '';

describe('the parts and their direction', () => {
  it('found the source', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it('every relative import names a file that exists', () => {
    const missing = files.flatMap(({ path, imports }) =>
      imports
        .map((target) => fileNamed(path, target))
        .filter((file) => file !== null && !existsSync(join(root, file))),
    );
    expect(missing).toEqual([]);
  });

  it('no folder of the server reaches where it may not', () => {
    const breaches = files
      .filter(({ path }) => path.startsWith(serverSource))
      .flatMap(({ path, imports }) => {
        const folder = folderOf(path);
        const may = allowed[folder];
        if (may === undefined) return [`${path}: the folder ${folder} is not in the design`];
        return imports
          .map((target) => fileNamed(path, target))
          .filter((file) => file !== null)
          .filter((file) => folderOf(file) !== folder && !may.includes(folderOf(file)))
          .map((file) => `${path} → ${file}`);
      });
    expect(breaches).toEqual([]);
  });

  it('no package reaches into another but by its entry, nor one it may not know', () => {
    const breaches = files.flatMap(({ path, imports }) => {
      const packageName = path.split('/')[1] ?? '';
      const crossing = imports.filter((target) => {
        const file = fileNamed(path, target);
        return file !== null && !file.startsWith(`packages/${packageName}/`);
      });
      const unknown = imports.filter(
        (target) => target.startsWith('@avow/') && !allowedPackages[packageName]?.includes(target),
      );
      return [...crossing, ...unknown].map((target) => `${path} → ${target}`);
    });
    expect(breaches).toEqual([]);
  });

  it('what is outside is known only where it belongs', () => {
    const breaches = files
      .filter(({ path }) => path.startsWith(serverSource))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => confined[target] !== undefined && !confined[target].includes(folderOf(path)))
          .map((target) => `${path} → ${target}`),
      );
    expect(breaches).toEqual([]);
  });

  it('the audit package depends on nothing, and the contract on zod alone', () => {
    const outside = (name: string) => [
      ...new Set(
        files
          .filter(({ path }) => path.startsWith(`packages/${name}/`))
          .flatMap(({ imports }) => imports.filter((target) => !target.startsWith('.'))),
      ),
    ];
    expect(outside('audit')).toEqual([]);
    expect(outside('contract')).toEqual(['zod']);
  });

  it('no imports go in a circle', () => {
    const graph = new Map(
      files.map(({ path, imports }) => [
        path,
        imports.map((target) => fileNamed(path, target)).filter((file) => file !== null),
      ]),
    );
    const done = new Set<string>();
    const circles: string[] = [];
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '));
        return;
      }
      if (done.has(path)) return;
      for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
      done.add(path);
    };
    for (const path of graph.keys()) visit(path, []);
    expect(circles).toEqual([]);
  });

  it('the threads of the store start without making the schemas of the contract', () => {
    const texts = new Map(files.map(({ path, text }) => [path, text]));
    // Imports of types are gone when it runs.
    const loaded = (text: string) =>
      [...text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)].map(
        ([, target = '']) => target,
      );
    const reached = new Set(
      ['writer', 'reader'].map((name) => `${serverSource}/stores/sqlite/${name}-worker.ts`),
    );
    for (const path of reached)
      for (const target of loaded(texts.get(path) ?? '')) reached.add(fileNamed(path, target) ?? target);
    expect(reached).toContain('@avow/contract/plain');
    expect(reached).not.toContain('@avow/contract');
    const plain = loaded(texts.get('packages/contract/src/plain.ts') ?? '');
    expect(plain.flatMap((target) => loaded(texts.get(`packages/contract/src/${target}`) ?? ''))).toEqual([]);
  });

  it('the environment is read in one place', () => {
    const readers = files.filter(({ text }) => text.includes('process.env')).map(({ path }) => path);
    expect(readers).toEqual([`${serverSource}/cli/main.ts`]);
  });

  it('no file is longer than a reader can hold', () => {
    const long = files.filter(({ text }) => text.split('\n').length > 300).map(({ path }) => path);
    expect(long).toEqual([]);
  });
});
