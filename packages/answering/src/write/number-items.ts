import type { CutUnit } from './cut-units.ts';
import { beginsItem, indentOf } from './unit-place.ts';

/** Gives an item that is kept its mark. To be called once for each that is kept, in order. */
export type MarkItem = () => string;

const numbered = /^(\s*)(\d{1,3})([.)].*)$/s;

interface NumberedList {
  /** The last number that was given. */
  given: number;
}

/**
 * Numbers of lists count from one, without gaps if items are dropped: a number that a model sets before words, and that no
 * source has, says nothing. To be asked for each item that is written, in order.
 */
export function createItemNumbers(): (unit: CutUnit) => MarkItem {
  const lists = new Map<number, NumberedList>();
  return (unit) => {
    if (!beginsItem(unit)) return () => unit.mark;
    const indent = indentOf(unit);
    for (const other of lists.keys()) if (other > indent) lists.delete(other);
    const [, space = '', number, rest = ''] = numbered.exec(unit.mark) ?? [];
    if (number === undefined) return () => unit.mark;
    const known = Number(number) === 1 ? undefined : lists.get(indent);
    const list = known ?? { given: 0 };
    lists.set(indent, list);
    return () => {
      list.given += 1;
      return `${space}${list.given}${rest}`;
    };
  };
}
