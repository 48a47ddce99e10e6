import type { CutUnit } from './cut-units.ts';
import { beginsItem, indentOf } from './unit-place.ts';

/** Gives an item that is kept its mark. To be called once for each that is kept, in order. */
export type MarkItem = () => string;

const numbered = /^(\s*)(\d{1,3})([.)].*)$/s;

interface NumberedList {
  /** The number that the model wrote last, and the last that was given. */
  written: number;
  given: number;
}

/** Numbers of lists stay without gaps where items fall. To be asked for each item that is written, in order. */
export function createItemNumbers(): (unit: CutUnit) => MarkItem {
  const lists = new Map<number, NumberedList>();
  return (unit) => {
    if (!beginsItem(unit)) return () => unit.mark;
    const indent = indentOf(unit);
    for (const other of lists.keys()) if (other > indent) lists.delete(other);
    const [, space = '', number, rest = ''] = numbered.exec(unit.mark) ?? [];
    if (number === undefined) {
      lists.delete(indent);
      return () => unit.mark;
    }
    const written = Number(number);
    const known = lists.get(indent);
    const list = known?.written === written - 1 ? known : { written, given: written - 1 };
    list.written = written;
    lists.set(indent, list);
    return () => {
      list.given += 1;
      return `${space}${list.given}${rest}`;
    };
  };
}
