import { createContext, Script } from 'node:vm';

/** How a pattern fares with texts that repeat what it looks for. */
export interface Attacked {
  /** The longest time for the longest text, in milliseconds. */
  readonly worstMs: number;
  /** It took longer than a pattern that grows with the square would. */
  readonly isSlow: boolean;
  readonly unit: string;
}

const shortUnits = 2000;
const longUnits = 8000;
const timeoutUsualMs = 10_000;
/** Below this, nothing is said about growth: other work on the machine takes as long. */
const noticedMs = 200;
/** Four times the text takes 16 times as long if time grows with the square, and 64 times with the third power. */
const ratioMax = 40;
const unitsMax = 150;

const representatives = [
  'a',
  'A',
  'é',
  '1',
  ' ',
  '\n',
  '.',
  ',',
  '-',
  '_',
  '/',
  ':',
  '@',
  '<',
  '{',
  '[',
  '(',
  '"',
  '\\',
];

/** What texts are made of: characters of every kind, the words of the pattern, and pairs of both. */
function listUnits(source: string): readonly string[] {
  const words = source.match(/(?<!\\)[\p{L}\d]{2,}/gu) ?? [];
  const signs = source.match(/[^\p{L}\d\s\\?*+]/gu) ?? [];
  const singles = [...new Set([...representatives, ...words, ...words.map((word) => `${word} `), ...signs])];
  const pairs = singles.flatMap((one) => representatives.slice(0, 8).map((other) => one + other));
  const steps = Math.max(1, Math.ceil(pairs.length / unitsMax));
  return [...singles.slice(0, unitsMax), ...pairs.filter((_, index) => index % steps === 0)];
}

export function attackPattern(
  { source, flags }: { readonly source: string; readonly flags: string },
  timeoutMs = timeoutUsualMs,
): Attacked {
  const context = createContext({ pattern: new RegExp(source, flags.replace(/[gy]/g, '')), text: '' });
  const script = new Script('pattern.test(text)');
  const measure = (unit: string, prefix: string, units: number): number => {
    context['text'] = `${prefix}${unit.repeat(Math.ceil(units / unit.length))}\u0001`;
    // Of the processor, since others may use it too.
    const started = process.cpuUsage();
    try {
      script.runInContext(context, { timeout: timeoutMs });
    } catch {
      return Infinity;
    }
    return process.cpuUsage(started).user / 1000;
  };
  /** The best of three, now that the engine has compiled the pattern: other work on the machine only makes it slower. */
  const bestOf = (unit: string, prefix: string, units: number) =>
    Math.min(...[1, 2, 3].map(() => measure(unit, prefix, units)));
  const isSteep = (unit: string, prefix: string) =>
    bestOf(unit, prefix, longUnits) > ratioMax * bestOf(unit, prefix, shortUnits);
  const words = source.match(/(?<!\\)[\p{L}]{2,}/gu) ?? [];
  let worst: Attacked = { worstMs: 0, isSlow: false, unit: '' };
  for (const prefix of ['', `${words[0] ?? ''} `]) {
    for (const unit of listUnits(source)) {
      const long = measure(unit, prefix, longUnits);
      if (long <= worst.worstMs) continue;
      const isSlow = long === Infinity || (long > noticedMs && isSteep(unit, prefix));
      worst = { worstMs: long, isSlow: worst.isSlow || isSlow, unit };
      if (isSlow) return worst;
    }
  }
  return worst;
}
