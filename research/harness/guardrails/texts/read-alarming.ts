import { readFileSync } from 'node:fs';
import { type UnsafeKind, unsafeKinds } from '@avow/contract/guardrails';

const read = (name: string): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(readFileSync(new URL(`../alarming/${name}.json`, import.meta.url), 'utf8'));

/** Prompts that look alarming but are harmless, by the reason why. */
export function readHarmless(): Readonly<Record<string, readonly string[]>> {
  return read('harmless');
}

/** Unsafe prompts, by kind. */
export function readUnsafe(): Readonly<Record<UnsafeKind, readonly string[]>> {
  const prompts = read('unsafe');
  return Object.fromEntries(unsafeKinds.map((kind) => [kind, prompts[kind] ?? []])) as Record<
    UnsafeKind,
    readonly string[]
  >;
}
