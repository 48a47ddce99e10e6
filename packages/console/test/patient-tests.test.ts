import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = import.meta.dirname;
const tests = globSync('{pages,tasks,support}/*.ts', { cwd: folder }).concat(
  globSync('*.test.ts', { cwd: folder }),
);
const read =
  '(?:count|isVisible|isHidden|isDisabled|isEnabled|isChecked|inputValue|textContent|innerText|allTextContents|allInnerTexts)';

/** What is true of a page a moment later on a busy machine, and how to wait for it instead. */
const hasty: ReadonlyArray<readonly [instead: string, found: RegExp]> = [
  ['await expect.poll(() => …)', new RegExp(`expect\\(\\s*await [^;]*?\\.${read}\\(\\)\\s*,?\\s*\\)`)],
  ['await expect.poll(() => page.url())', /expect\((?:new URL\()?\w*\.?page\.url\(\)/],
  ['await session().settled()', /waitForLoadState\('networkidle'\)/],
  // The policy of the console lets nothing be evaluated in its pages.
  ['await expect.poll(() => page.evaluate(…))', /waitForFunction\(\s*[`'"]/],
];

it('what a page shows is read until it is as expected, and not once', () => {
  expect(tests.length).toBeGreaterThan(40);
  const texts = tests.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  const found = texts.flatMap(({ path, text }) =>
    hasty.flatMap(([instead, pattern]) => {
      const line = text.slice(0, text.search(pattern)).split('\n').length;
      return pattern.test(text) ? [`${path}:${line}: ${instead}`] : [];
    }),
  );
  expect(found).toEqual([]);
});
