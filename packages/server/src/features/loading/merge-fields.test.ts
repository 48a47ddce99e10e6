import { expect, test } from 'vitest';
import { mergeFields } from './merge-fields.ts';

interface Item {
  readonly groups: readonly string[];
  readonly title: string;
}

const fields = { settings: ['groups'], content: ['title'] } as const;
const before: Item = { groups: ['all'], title: 'One' };
const nothing = { keeps: [], replaces: [] };
const merge = (draft: Item, fromFolder: Item, known: Item | null = before) =>
  mergeFields<Item>(fields, { before: known, draft, fromFolder });

test('takes the fields of the folder if nobody edited the draft', () => {
  const fromFolder = { groups: ['hr'], title: 'Two' };
  expect(merge(before, fromFolder)).toEqual({ item: fromFolder, ...nothing });
});

test('keeps settings that a person changed, whatever the folder says', () => {
  const draft = { ...before, groups: ['board'] };
  for (const groups of [['all'], ['hr'], []])
    expect(merge(draft, { ...before, groups })).toEqual({ item: draft, keeps: ['groups'], replaces: [] });
  // Clearing a setting also counts as a change.
  const opened = { ...before, groups: [] };
  expect(merge(opened, before)).toEqual({ item: opened, keeps: ['groups'], replaces: [] });
  expect(merge(draft, { ...before, groups: ['board'] })).toEqual({ item: draft, ...nothing });
});

test('keeps content that a person wrote until the folder changes it', () => {
  const draft = { ...before, title: 'By hand' };
  expect(merge(draft, before)).toEqual({ item: draft, keeps: ['title'], replaces: [] });
  const fromFolder = { ...before, title: 'Two' };
  expect(merge(draft, fromFolder)).toEqual({ item: fromFolder, keeps: [], replaces: ['title'] });
  expect(merge(draft, { ...before, title: 'By hand' })).toEqual({ item: draft, ...nothing });
});

test('does not widen the audience of an item that is not from the folder', () => {
  const fromFolder = { groups: [], title: 'Two' };
  const draft = { groups: ['hr'], title: 'One' };
  const item = { groups: ['hr'], title: 'Two' };
  expect(merge(draft, fromFolder, null)).toEqual({ item, keeps: ['groups'], replaces: ['title'] });
  const restricted = { groups: ['hr'], title: 'One' };
  expect(merge({ ...draft, groups: [] }, restricted, null)).toEqual({ item: restricted, ...nothing });
});
