import { extname } from 'node:path';

export interface PlacedItem {
  readonly key: string;
  readonly path: string;
}

/** Gives each item of a source a path that no other item has, and the same one every time. */
export interface SourcePaths {
  assign(key: string, wanted: string): string;
}

/** `known`: where items were at the last sync. */
export function createSourcePaths(known: Iterable<PlacedItem>): SourcePaths {
  const keys = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { key, path } of known) {
    keys.set(path, key);
    paths.set(key, path);
  }
  return {
    assign: (key, wanted) => {
      const before = paths.get(key);
      if (before !== undefined && (before === wanted || isVariant(before, wanted))) return before;
      let path = wanted;
      for (let number = 2; (keys.get(path) ?? key) !== key; number += 1) path = variantOf(wanted, number);
      if (before !== undefined) keys.delete(before);
      keys.set(path, key);
      paths.set(key, path);
      return path;
    },
  };
}

function variantOf(path: string, number: number): string {
  const ending = extname(path);
  return `${path.slice(0, path.length - ending.length)} (${number})${ending}`;
}

function isVariant(path: string, wanted: string): boolean {
  const number = Number(/ \((\d+)\)(?:\.[^./]*)?$/.exec(path)?.[1] ?? Number.NaN);
  return Number.isSafeInteger(number) && path === variantOf(wanted, number);
}
