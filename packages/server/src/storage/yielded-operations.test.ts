import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const files = [
  'server/src/features/*/store/**/*.ts',
  'server/src/storage/*.ts',
  'storage/src/{keys,rights,sql}/*.ts',
].flatMap((pattern) =>
  globSync(pattern, {
    cwd: root,
    exclude: (path) => /\.(?:test|suite)\.ts$|test-support|key-change/.test(path),
  }),
);

/** A statement of TypeScript that begins with a statement of SQL, alone or behind a condition. */
const unyielded =
  /^\s*(?:(?:if|for) \(.*\) |else )?(?:this\.)?[\w#.]+(?:\[[\w.]+\])?\.(?:put|run|all|first)\(/;
/** The line before, if the two are one expression. */
const continues = /(?:=>|[?:=(,&|]|yield\*|return)$/;

function findUnyielded(text: string): string[] {
  const lines = text.split('\n');
  return lines.filter((line, at) => unyielded.test(line) && !continues.test((lines[at - 1] ?? '').trimEnd()));
}

it('recognizes a statement that nobody runs', () => {
  expect(findUnyielded('  insert.put(row);')).toHaveLength(1);
  expect(findUnyielded('  for (const one of all) statements.remove.run(one);')).toHaveLength(1);
  expect(findUnyielded('  yield* insert.put(row);\n  const rows = yield* list.all(id);')).toEqual([]);
  expect(findUnyielded('  add: (row) =>\n    insert.put(row),')).toEqual([]);
});

it('has every statement yielded or returned: SQLite would run it anyway, and PostgreSQL never', () => {
  expect(files.length).toBeGreaterThan(60);
  const found = files.flatMap((path) =>
    findUnyielded(readFileSync(`${root}${path}`, 'utf8')).map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
