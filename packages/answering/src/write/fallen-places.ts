import type { CutUnit } from './cut-units.ts';
import { beginsItem, indentOf, levelOf } from './unit-place.ts';

/** Remembers dropped units whose subordinate units must be dropped with them. */
export interface FallenPlaces {
  /** Whether a unit is under a dropped one: read without it, it would say something else. In order. */
  takes(unit: CutUnit): boolean;
  /** A unit fell. `hasHeading`: what is under a fallen heading would be read as under the one before. */
  add(unit: CutUnit, also: { readonly hasHeading: boolean }): void;
}

export function createFallenPlaces(): FallenPlaces {
  /** Items that are indented further are under it. */
  let above: number | null = null;
  let level: number | null = null;
  let isItemTaken = false;

  function takesListed(unit: CutUnit): boolean {
    if (above === null) return false;
    if (unit.kind === 'item') {
      if (!beginsItem(unit)) return isItemTaken;
      isItemTaken = indentOf(unit) > above;
      if (isItemTaken) return true;
    }
    above = null;
    return false;
  }

  return {
    takes: (unit) => {
      if (level !== null && unit.kind === 'heading' && levelOf(unit) <= level) level = null;
      const isListTaken = takesListed(unit);
      return level !== null || isListTaken;
    },
    add: (unit, { hasHeading }) => {
      if (unit.kind === 'heading' && level === null && hasHeading) level = levelOf(unit);
      if (above !== null) return;
      isItemTaken = false;
      if (beginsItem(unit)) above = indentOf(unit);
    },
  };
}
