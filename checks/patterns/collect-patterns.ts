import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundPattern {
  readonly source: string;
  readonly flags: string;
  /** The file, and the line if it is written there. */
  readonly place: string;
}

/** Parses a file of TypeScript, given its name and its text. */
export type ParseSource = (file: string, text: string) => { readonly program: unknown };

/** Every regular expression of the code that runs: those that are written in it, and those that it builds when it is loaded. */
export async function collectPatterns(root: string, parse: ParseSource): Promise<FoundPattern[]> {
  const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/\.test\.|\.suite\.|test-support|\/testing\.ts$/.test(file),
  );
  const found = new Map<string, FoundPattern>();
  const add = (pattern: FoundPattern) => {
    const key = `/${pattern.source}/${pattern.flags}`;
    if (!found.has(key)) found.set(key, pattern);
  };
  for (const file of files) for (const pattern of readLiterals(join(root, file), file, parse)) add(pattern);
  for (const pattern of await recordBuilt(root, files)) add(pattern);
  return [...found.values()];
}

function readLiterals(path: string, file: string, parse: ParseSource): FoundPattern[] {
  const text = readFileSync(path, 'utf8');
  const found: FoundPattern[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const part of node) visit(part);
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return;
    const { regex, start } = node as { regex?: { pattern: string; flags: string }; start?: number };
    if (regex !== undefined && start !== undefined)
      found.push({
        ...{ source: regex.pattern, flags: regex.flags },
        place: `${file}:${text.slice(0, start).split('\n').length}`,
      });
    for (const part of Object.values(node)) visit(part);
  };
  visit(parse(file, text).program);
  return found;
}

/** Loads the modules that build patterns, and notes what they build. Pages of the console need a browser. */
async function recordBuilt(root: string, files: readonly string[]): Promise<FoundPattern[]> {
  const building = files.filter(
    (file) => !file.includes('/console/') && /\bRegExp\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  const found: FoundPattern[] = [];
  const Original = RegExp;
  let place = '';
  globalThis.RegExp = new Proxy(Original, {
    construct(target, given: [string | RegExp, string?]) {
      const made = new target(...given);
      // What a dependency builds is the concern of its authors.
      const [, , caller = ''] = (new Error().stack ?? '').split('\n');
      if (caller.includes('/packages/') && !caller.includes('/node_modules/'))
        found.push({ source: made.source, flags: made.flags, place });
      return made;
    },
  });
  try {
    for (const file of building) {
      place = file;
      await import(join(root, file));
    }
  } finally {
    globalThis.RegExp = Original;
  }
  return found;
}
