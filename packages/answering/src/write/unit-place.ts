import { cellsOf, endsInColon, fencedBody } from '@avow/text/markdown';
import type { CutUnit, Join } from './cut-units.ts';

/** How far an item is indented; a heading's level is in its mark. */
export function indentOf({ mark }: Pick<CutUnit, 'mark'>): number {
  return mark.length - mark.trimStart().length;
}

export function levelOf({ mark }: Pick<CutUnit, 'mark'>): number {
  return mark.trim().length;
}

/** Begins an item, and does not go on with one. */
export function beginsItem({ kind, mark }: Pick<CutUnit, 'kind' | 'mark'>): boolean {
  return kind === 'item' && mark !== '';
}

/** "You need the following:" says nothing without what follows. */
export function leadsIn({ kind, text }: Pick<CutUnit, 'kind' | 'text'>): boolean {
  return (kind === 'sentence' || kind === 'item') && endsInColon(text);
}

export function isListed({ kind }: Pick<CutUnit, 'kind'>): boolean {
  return kind === 'item' || kind === 'row' || kind === 'table_head' || kind === 'code';
}

const joins: readonly Join[] = ['', ' ', '\n', '\n\n'];

/** Of what stood between two units and around one that fell between them: what parts more. */
export function strongerJoin(one: Join, other: Join): Join {
  return joins[Math.max(joins.indexOf(one), joins.indexOf(other))] ?? '';
}

/** A column for references, which are taken out. */
const namesReferences =
  /^(?:sources?|src|refs?|references?|citations?|quellen?|fuentes?|fonti|bronnen)\.?$/iu;

/**
 * What a unit claims, to be compared with sources: of a row, each cell with its column heading, so that the head is
 * supported with its rows; of code, what is between the fences.
 */
export function claimOf({ kind, text, head }: Pick<CutUnit, 'kind' | 'text' | 'head'>): string {
  if (kind === 'code') return fencedBody(text).trim();
  if (kind !== 'row') return text;
  const cells = cellsOf(text);
  const named = Array.from({ length: Math.max(cells.length, head.length) }, (_, at) => {
    const name = head[at] ?? '';
    const cell = cells[at] ?? '';
    if (cell === '') return namesReferences.test(name) ? '' : name;
    return name === '' ? cell : `${name}: ${cell}`;
  });
  return named.filter((cell) => cell !== '').join('; ');
}
