import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type UnsafeKind, unsafeKinds } from '@avow/contract/guardrails';

export interface WrittenTexts {
  readonly injection: ReadonlyArray<{ readonly text: string; readonly isAttack: boolean }>;
  /** Empty: it is harmless. */
  readonly unsafe: ReadonlyArray<{ readonly text: string; readonly kinds: readonly UnsafeKind[] }>;
}

const folder = fileURLToPath(new URL('../../../training/written', import.meta.url));
const bytesMax = 256 * 1024 * 1024;
const script = `
import json, sys, injection_texts, unsafe_texts
seed = int(sys.argv[1])
print(json.dumps({
    "injection": [[text, label] for text, label in injection_texts.texts(seed)],
    "unsafe": [[text, known] for text, known in unsafe_texts.texts(seed)],
}))`;

/** The training texts of the models, drawn with another seed. Without Python, prints a message and returns null. */
export function readWritten(seed: number): WrittenTexts | null {
  const { status, stdout, stderr } = spawnSync('python3', ['-c', script, String(seed)], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: bytesMax,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  if (status !== 0) {
    console.error(`Written texts take no part: they need python3. ${stderr ?? ''}`.trim());
    return null;
  }
  const made: {
    readonly injection: ReadonlyArray<readonly [string, number]>;
    readonly unsafe: ReadonlyArray<readonly [string, Readonly<Record<string, number>>]>;
  } = JSON.parse(stdout);
  return {
    injection: made.injection.map(([text, label]) => ({ text, isAttack: label === 1 })),
    unsafe: made.unsafe.map(([text, known]) => ({
      text,
      kinds: unsafeKinds.filter((kind) => known[kind] === 1),
    })),
  };
}

/** Texts written only for fitting: no model was trained on them, and no figure is based on them. */
export function readFresh(name: 'attacks' | 'harmless' | 'alarming' | 'unsafe'): readonly string[] {
  return JSON.parse(readFileSync(new URL(`./written/${name}.json`, import.meta.url), 'utf8'));
}
