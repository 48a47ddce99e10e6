import { isDeepStrictEqual } from 'node:util';

export interface Merged<Item> {
  readonly item: Item;
  readonly keeps: readonly string[];
  readonly replaces: readonly string[];
}

export interface MergeFields<Item> {
  /** Fields such as the audience: what a person set always stays. */
  readonly settings: ReadonlyArray<keyof Item & string>;
  /** The folder wins if it changed since the last load; otherwise what a person wrote stays. */
  readonly content: ReadonlyArray<keyof Item & string>;
}

/**
 * A three-way merge of the folder and the draft, relative to the last load. `before` is null if the item in the draft did
 * not come from the folder: its settings stay if there are any, so that nothing becomes visible to more people.
 */
export function mergeFields<Item extends object>(
  { settings, content }: MergeFields<Item>,
  {
    before,
    draft,
    fromFolder,
  }: { readonly before: Item | null; readonly draft: Item; readonly fromFolder: Item },
): Merged<Item> {
  const item = { ...fromFolder };
  const keeps: string[] = [];
  const replaces: string[] = [];
  for (const name of settings) {
    const isSet = before === null ? !isNothing(draft[name]) : !isDeepStrictEqual(draft[name], before[name]);
    if (!isSet || isDeepStrictEqual(draft[name], fromFolder[name])) continue;
    item[name] = draft[name];
    keeps.push(name);
  }
  for (const name of content) {
    if (isDeepStrictEqual(draft[name], fromFolder[name])) continue;
    if (before !== null && isDeepStrictEqual(fromFolder[name], before[name])) {
      item[name] = draft[name];
      keeps.push(name);
    } else if (before === null || !isDeepStrictEqual(draft[name], before[name])) replaces.push(name);
  }
  return { item, keeps, replaces };
}

function isNothing(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
