import type { CutUnit, Join } from './cut-units.ts';

/** How far an item is indented; a heading's level stands in its mark. */
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
  return (kind === 'sentence' || kind === 'item') && /[:：][*_~`)"'”’»\s]*$/u.test(text);
}

export function isListed({ kind }: Pick<CutUnit, 'kind'>): boolean {
  return kind === 'item' || kind === 'row' || kind === 'table_head' || kind === 'code';
}

const joins: readonly Join[] = ['', ' ', '\n', '\n\n'];

/** Of what stood between two units and around one that fell between them: what parts more. */
export function strongerJoin(one: Join, other: Join): Join {
  return joins[Math.max(joins.indexOf(one), joins.indexOf(other))] ?? '';
}

/** What a judge of a row must know of it: what stands above each of its cells. */
export function claimOf({ kind, text, head }: CutUnit, cells: readonly string[]): string {
  if (kind !== 'row') return text;
  const named = cells.map((cell, position) => {
    const name = head[position] ?? '';
    return name === '' || cell === '' ? cell : `${name}: ${cell}`;
  });
  return named.filter((cell) => cell !== '').join('; ');
}
