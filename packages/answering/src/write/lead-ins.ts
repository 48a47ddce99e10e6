import type { CutUnit } from './cut-units.ts';
import { beginsItem, indentOf, isListed, leadsIn } from './unit-place.ts';

interface LeadIn {
  readonly unit: CutUnit;
  /** Of an item, how far it is indented; of a sentence, -1. */
  readonly indent: number;
  /** Something that is listed has followed. */
  hasList: boolean;
}

/**
 * Says of each unit, in order, which lead-ins it is read with. "You must not bring:" is a claim only together with each
 * item below it: so it is compared with sources together with each of them, and never alone.
 */
export function createLeadIns(): (unit: CutUnit) => CutUnit[] {
  let open: LeadIn[] = [];
  let itemIndent = 0;

  function goesOn({ indent, hasList }: LeadIn, unit: CutUnit): boolean {
    if (unit.kind === 'heading') return false;
    if (indent === -1) return isListed(unit) || !hasList;
    return unit.kind === 'item' && (!beginsItem(unit) || itemIndent > indent);
  }

  return (unit) => {
    if (beginsItem(unit)) itemIndent = indentOf(unit);
    open = open.filter((leadIn) => goesOn(leadIn, unit));
    const leads = open.map((leadIn) => leadIn.unit);
    if (isListed(unit)) for (const leadIn of open) leadIn.hasList = true;
    // A sentence that is led to is all that is.
    else open = [];
    if (leadsIn(unit)) open.push({ unit, indent: unit.kind === 'item' ? itemIndent : -1, hasList: false });
    return leads;
  };
}
