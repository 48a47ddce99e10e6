import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OtherPackage } from './other-packages.ts';
import type { Span } from './span-figures.ts';

const script = fileURLToPath(new URL('./others/serve.py', import.meta.url));

interface Opened {
  readonly versions: Readonly<Record<string, string>>;
  readonly missing: Readonly<Record<string, string>>;
}
interface Answer {
  readonly found: unknown;
  readonly ms: number;
}

/** Presidio's own threshold is 0: what it is unsure of counts as well. */
const scoreMin = 0;

/** Packages of PyPI, which run in a process of their own with this Python. */
export async function openPythonPackages(
  python: string,
): Promise<{ readonly packages: readonly OtherPackage[]; close(): void }> {
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async <Line>(): Promise<Line> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error(`${python} ended: it needs the packages that ${script} names`);
    return JSON.parse(String(value)) as Line;
  };
  const { versions, missing } = await read<Opened>();
  for (const [name, why] of Object.entries(missing)) console.error(`${name} takes no part: ${why}`);
  let last: Promise<unknown> = Promise.resolve();
  const spentMs = new Map<string, number>();
  /** One question after the other. */
  const ask = <Found>(name: string, task: string, text: string): Promise<Found> => {
    const answered = last.then(async () => {
      child.stdin.write(`${JSON.stringify({ task: `${name}.${task}`, text })}\n`);
      const { found, ms } = await read<Answer>();
      spentMs.set(name, (spentMs.get(name) ?? 0) + ms);
      return found as Found;
    });
    last = answered;
    return answered;
  };
  const packages = Object.entries(versions).map(([name, version]): OtherPackage => {
    const opened = { name: `${name} ${version}`, spentMs: () => spentMs.get(name) ?? 0 };
    if (name !== 'presidio-analyzer')
      return { ...opened, findsSecret: (text) => ask<boolean>(name, 'secret', text) };
    const findsSpans = async (text: string) => {
      const found = await ask<Array<Span & { readonly score: number }>>(name, 'spans', text);
      return mergeSpans(
        inUnits(
          text,
          found.filter(({ score }) => score > scoreMin),
        ),
      );
    };
    return {
      ...opened,
      findsSpans,
      hidesPersonalData: async (text) => hideSpans(text, await findsSpans(text)),
    };
  });
  return { packages, close: () => child.stdin.end() };
}

/** Python counts code points, JavaScript units of UTF-16. */
function inUnits(text: string, spans: readonly Span[]): Span[] {
  if (!/[\u{10000}-\u{10FFFF}]/u.test(text)) return [...spans];
  const points = [...text];
  const unitsTo = (place: number) => points.slice(0, place).join('').length;
  return spans.map(({ start, end }) => ({ start: unitsTo(start), end: unitsTo(end) }));
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Array<{ start: number; end: number }> = [];
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const before = merged.at(-1);
    if (before !== undefined && start < before.end) before.end = Math.max(before.end, end);
    else merged.push({ start, end });
  }
  return merged;
}

function hideSpans(text: string, spans: readonly Span[]): string {
  return spans
    .toReversed()
    .reduce((rest, { start, end }) => `${rest.slice(0, start)}[…]${rest.slice(end)}`, text);
}
