import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { createRandom } from '@avow/guardrails/testing';
import { LogError } from '@avow/ledger-log';
import { verifyReceipt } from '@avow/ledger-log/receipts';
import { receiptKeyText, receiptTexts, receiptVerifier } from '@avow/ledger-log/testing';
import { changeReceipts } from './change-receipts.ts';
import { listForgedReceipts, listSoundReceipts, type ReceiptCase } from './receipt-cases.ts';

/** The code of the first thing that is wrong, or `sound` with the texts that were compared. */
type Finding = string;

const texts = receiptTexts(1);
const script = fileURLToPath(new URL('../check_receipt.py', import.meta.url));

/** The project's own checker. */
async function checkWithAvow({ bytes, hasTexts }: ReceiptCase): Promise<Finding> {
  let receipt: string;
  try {
    receipt = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'receipt_malformed';
  }
  try {
    const given = hasTexts ? { ...receiptVerifier, texts } : receiptVerifier;
    const { compared } = await verifyReceipt(receipt, given);
    return `sound ${compared.join(' ')}`;
  } catch (error) {
    if (error instanceof LogError) return error.code;
    throw error;
  }
}

interface Printed {
  readonly verdict: 'sound' | 'broken';
  readonly code?: string;
  readonly compared?: readonly string[];
}

async function runPython(options: readonly string[]): Promise<readonly Finding[]> {
  const python = spawn('python3', ['-B', script, '--json', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve, reject) => {
    python.once('error', (cause) => reject(new Error('this check needs python3, 3.9 or later', { cause })));
    python.once('close', () => resolve());
  });
  const [printed, complaint] = await Promise.all([text(python.stdout), text(python.stderr), ended]);
  if (complaint !== '') throw new Error(`check_receipt.py said: ${complaint}`);
  return printed
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { verdict, code = '', compared = [] }: Printed = JSON.parse(line);
      return verdict === 'sound' ? `sound ${compared.join(' ')}` : code;
    });
}

/** The second checker: once with the texts, and once without. */
async function checkWithPython(receipts: readonly ReceiptCase[]): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'avow-receipts-'));
  const response = join(folder, 'response.json');
  const textOptions = ['--question', texts.question, '--answer', texts.answer, '--response', response];
  try {
    await writeFile(response, texts.response);
    const paths = receipts.map((_, index) => join(folder, `${index}.json`));
    for (const [index, { bytes }] of receipts.entries()) await writeFile(paths[index] ?? '', bytes);
    const check = async (hasTexts: boolean) => {
      const own = paths.filter((_, index) => receipts[index]?.hasTexts === hasTexts);
      const options = ['--key', receiptKeyText, ...(hasTexts ? textOptions : [])];
      return own.length === 0 ? [] : [...(await runPython([...options, ...own]))];
    };
    const [withTexts, without] = await Promise.all([check(true), check(false)]);
    return receipts.map(({ hasTexts }) => (hasTexts ? withTexts : without).shift() ?? '');
  } finally {
    await rm(folder, { recursive: true });
  }
}

export interface Comparison {
  readonly sound: number;
  readonly broken: number;
  /** Of broken receipts: how many have each code. */
  readonly codes: ReadonlyMap<string, number>;
  /** What was judged wrongly, or not alike. */
  readonly faults: readonly string[];
}

/** Sound receipts and as many manipulated ones, judged by both checkers. */
export async function compareCheckers({
  changes,
  seed,
}: {
  readonly changes: number;
  readonly seed: number;
}): Promise<Comparison> {
  const sound = await listSoundReceipts();
  const changed = changeReceipts(sound, { count: changes, random: createRandom(seed) });
  const receipts = [...sound, ...(await listForgedReceipts()), ...changed];
  const pythons = await checkWithPython(receipts);
  const faults: string[] = [];
  const codes = new Map<string, number>();
  for (const [index, receipt] of receipts.entries()) {
    const avow = await checkWithAvow(receipt);
    const python = pythons[index] ?? '';
    if (receipt.expected === 'broken') codes.set(avow, (codes.get(avow) ?? 0) + 1);
    const isRight = avow.startsWith('sound') === (receipt.expected === 'sound');
    if (isRight && avow === python) continue;
    faults.push(`${receipt.name} must be ${receipt.expected}: avow ${avow}, python ${python}`);
  }
  const broken = receipts.filter(({ expected }) => expected === 'broken').length;
  return { sound: receipts.length - broken, broken, codes, faults };
}
