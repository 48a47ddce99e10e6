import { readFileSync } from 'node:fs';
import { type UnsafeKind, unsafeKinds } from '@avow/contract';

const read = (name: string): Readonly<Record<string, readonly string[]>> =>
  JSON.parse(readFileSync(new URL(`../alarming/${name}.json`, import.meta.url), 'utf8'));

/** Prompts that look alarming and harm nobody, under the reason why they do not. */
export function readHarmless(): Readonly<Record<string, readonly string[]>> {
  return read('harmless');
}

/** Prompts that are what they look like, under their kind. */
export function readUnsafe(): Readonly<Record<UnsafeKind, readonly string[]>> {
  const prompts = read('unsafe');
  return Object.fromEntries(unsafeKinds.map((kind) => [kind, prompts[kind] ?? []])) as Record<
    UnsafeKind,
    readonly string[]
  >;
}
