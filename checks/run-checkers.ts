import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { exampleKeyText, exampleVerifier, outcomeOf } from '@avow/ledger-log/testing';
import { type AuditCase, bytesOf } from './audit-case.ts';

/** What a checker says of a bundle, as far as two of them must agree. */
export interface Verdict {
  readonly kind: 'sound' | 'broken';
  /** What it counted, or what it found and where: one line of text, so that two can be compared. */
  readonly finding: string;
}

/** What the Python script prints for a bundle, with `--json`. */
interface PrintedVerdict {
  readonly verdict: 'sound' | 'broken';
  readonly [member: string]: unknown;
}

const script = fileURLToPath(new URL('check_bundle.py', import.meta.url));

const inWords = (members: Readonly<Record<string, unknown>>) =>
  Object.entries(members)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** The project's own checker. */
export async function checkWithAvow(bundle: AuditCase): Promise<Verdict> {
  const trustedKey = bundle.withoutKey ? null : exampleKeyText;
  const verdict = await outcomeOf([bytesOf(bundle)], { ...exampleVerifier, trustedKey });
  if (verdict.kind === 'broken') {
    const { kind, code, line, leafIndex, subject } = verdict;
    return { kind, finding: inWords({ code, line, leafIndex, subject }) };
  }
  const { kind, records, events, isComplete, isKeyTrusted, checkpoint } = verdict;
  const { size, root } = checkpoint;
  return { kind, finding: inWords({ records, events, size, root, isComplete, isKeyTrusted }) };
}

function readPrinted(line: string): Verdict {
  const printed: PrintedVerdict = JSON.parse(line);
  if (printed.verdict === 'broken') {
    const { code, line: number, leaf_index: leafIndex, subject } = printed;
    return { kind: 'broken', finding: inWords({ code, line: number, leafIndex, subject }) };
  }
  const { records, events, size, root, complete: isComplete, trusted: isKeyTrusted } = printed;
  return { kind: 'sound', finding: inWords({ records, events, size, root, isComplete, isKeyTrusted }) };
}

interface PythonRun {
  readonly status: number | null;
  readonly printed: string;
  readonly complaint: string;
}

export async function runPython(options: readonly string[]): Promise<PythonRun> {
  const python = spawn('python3', ['-B', script, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise<number | null>((resolve, reject) => {
    python.once('error', (cause) => reject(new Error('this check needs python3, 3.9 or later', { cause })));
    python.once('close', resolve);
  });
  const [status, printed, complaint] = await Promise.all([ended, text(python.stdout), text(python.stderr)]);
  return { status, printed, complaint };
}

async function checkFiles(
  paths: readonly string[],
  { options }: { readonly options: readonly string[] },
): Promise<readonly Verdict[]> {
  const { status, printed, complaint } = await runPython(['--json', ...options, ...paths]);
  const verdicts = printed.split('\n').slice(0, -1).map(readPrinted);
  const expectedStatus = verdicts.every(({ kind }) => kind === 'sound') ? 0 : 1;
  if (verdicts.length !== paths.length || status !== expectedStatus) {
    const done = `${verdicts.length} of ${paths.length} bundles`;
    throw new Error(`check_bundle.py ended with ${status} after ${done}: ${complaint}`);
  }
  return verdicts;
}

/** The Python script: in two processes with the key, and one without. */
export async function checkWithPython(bundles: readonly AuditCase[]): Promise<readonly Verdict[]> {
  const folder = await mkdtemp(join(tmpdir(), 'avow-bundles-'));
  try {
    const paths = bundles.map((_, index) => join(folder, `${index}.jsonl`));
    // One after the other: as many open files as bundles are more than some machines allow.
    for (const [index, bundle] of bundles.entries()) await writeFile(paths[index] ?? '', bytesOf(bundle));
    const groupOf = (index: number) => (bundles[index]?.withoutKey ? 2 : index % 2);
    const verdicts = await Promise.all(
      [0, 1, 2].map(async (group) => {
        const members = paths.filter((_, index) => groupOf(index) === group);
        const options = group === 2 ? [] : ['--key', exampleKeyText];
        return members.length === 0 ? [] : [...(await checkFiles(members, { options }))];
      }),
    );
    // Each group is in the order of the bundles, so they are dealt out again from the front.
    return bundles.flatMap((_, index) => verdicts[groupOf(index)]?.shift() ?? []);
  } finally {
    await rm(folder, { recursive: true });
  }
}
