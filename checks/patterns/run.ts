import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { prepareTools } from '../prepare-tools.ts';
import { attackPattern } from './attack-pattern.ts';
import { collectPatterns, type FoundPattern, type ParseSource } from './collect-patterns.ts';
import { isOfFixedLength, reducePattern } from './reduce-pattern.ts';

const usage = `npm run check -- patterns [--timeout MS]
Looks for regular expressions that a text can make slow, in all code that runs, with recheck. It takes some minutes.
Fails if one takes exponential time, or grows with the third power of a text or faster. Those that grow with the square are
listed: texts are limited, and the growth tests measure what reads them. What cannot be decided is decided for a smaller pattern
that is at least as slow, or else measured with texts that repeat what the pattern looks for.
  --timeout MS   for each expression (2000); those that take longer are undecided`;

/** Grows with the third power, on texts of a few dozen characters. */
const bounded = new Set(['packages/guardrails/src/personal-data/settled-personal-data.ts']);

interface Diagnostics {
  readonly status: 'safe' | 'vulnerable' | 'unknown';
  readonly complexity?: { readonly type: string; readonly degree?: number; readonly summary: string };
  readonly attack?: { readonly pattern: string };
}

interface Recheck {
  check(source: string, flags: string, options: { readonly timeout: number }): Promise<Diagnostics>;
}

const { values } = parseArgs({
  options: { timeout: { type: 'string', default: '2000' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  process.stdout.write(`${usage}\n`);
  process.exit(0);
}
if (!/^[1-9][0-9]{0,5}$/.test(values.timeout)) {
  process.stderr.write(`--timeout takes a number of milliseconds, and not ${values.timeout}\n`);
  process.exit(2);
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const folder = prepareTools(here('tools.json'));
// What it starts by itself is chosen by this variable: a program for this platform, without Java.
process.env['RECHECK_BACKEND'] = 'native';
const requireTool = createRequire(join(folder, 'package.json'));
const { check } = requireTool('recheck') as Recheck;
const { parseSync } = requireTool('oxc-parser') as { readonly parseSync: ParseSource };

const patterns = await collectPatterns(here('../../'), parseSync);
const counts = { safe: 0, square: 0, reduced: 0, measured: 0, failed: 0 };
for (const pattern of patterns) judge(pattern, await look(pattern));
process.stdout.write(
  `${patterns.length} expressions: ${counts.safe} safe, ${counts.square} that grow with the square, ${counts.reduced} of them decided for a smaller pattern, ${counts.measured} measured, ${counts.failed} too slow\n`,
);
// The program that it has started goes on otherwise.
process.exit(counts.failed === 0 ? 0 : 1);

async function look(pattern: FoundPattern): Promise<Diagnostics> {
  // Its fuzzing takes many steps for growth if a pattern of fixed length is long.
  if (isOfFixedLength(pattern.source)) return { status: 'safe' };
  const found = await ask(pattern);
  if (found.status !== 'unknown') return found;
  const reduced = reducePattern(pattern);
  const foundReduced = reduced === null ? found : await ask(reduced);
  if (!isFast(foundReduced)) return found;
  counts.reduced += 1;
  return foundReduced;
}

/** Flags that it does not know change nothing here. */
function ask({ source, flags }: Pick<FoundPattern, 'source' | 'flags'>): Promise<Diagnostics> {
  return check(source, flags.replace(/[dgv]/g, ''), { timeout: Number(values.timeout) });
}

function isFast({ status, complexity }: Diagnostics): boolean {
  return status === 'safe' || (complexity?.type === 'polynomial' && complexity.degree === 2);
}

function judge(pattern: FoundPattern, found: Diagnostics): void {
  const { source, flags, place } = pattern;
  const [file = ''] = place.split(':');
  if (found.status === 'safe') counts.safe += 1;
  else if (isFast(found)) {
    counts.square += 1;
    process.stdout.write(`square: ${place} /${source}/${flags}\n`);
  } else if (found.status === 'unknown') measure(pattern);
  else if (!bounded.has(file)) {
    counts.failed += 1;
    process.stdout.write(
      `too slow: ${place} /${source}/${flags}\n  ${found.complexity?.summary}: ${found.attack?.pattern}\n`,
    );
  }
}

function measure({ source, flags, place }: FoundPattern): void {
  const { worstMs, isSlow, unit } = attackPattern({ source, flags });
  const time = Number.isFinite(worstMs) ? `${worstMs.toFixed(1)} ms` : 'too long';
  if (isSlow) counts.failed += 1;
  else counts.measured += 1;
  process.stdout.write(
    `${isSlow ? 'too slow' : 'measured'}: ${place} /${source}/${flags}\n  at most ${time} for 8,000 characters of ${JSON.stringify(unit)}\n`,
  );
}
