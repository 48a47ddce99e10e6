import { LogError } from '../log-error.ts';

/** The leaves from `start` up to, and without, `end`. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A node over 2^level leaves, all of which are there: its hash never changes. Level 0 are the leaves. */
export interface Position {
  readonly level: number;
  readonly index: number;
}

/** Sizes are numbers of JavaScript: beyond 2^53 - 1 they are no longer exact. */
export function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new LogError('size_invalid', 'a size is a whole number from 0 to 2^53 - 1');
  }
}

/** Where RFC 6962 parts a range of two leaves or more: the left part has the largest power of two below its count. */
export function splitOf({ start, end }: Range): number {
  let count = 1;
  while (count * 2 < end - start) count *= 2;
  return start + count;
}

/**
 * The largest complete nodes that a range consists of, from left to right, each smaller than the one before. The range
 * must begin at the left edge of a node of the tree, as every part of a tree does.
 */
export function nodesOf({ start, end }: Range): readonly Position[] {
  const nodes: Position[] = [];
  let from = start;
  while (from < end) {
    let level = 0;
    let count = 1;
    while (count * 2 <= end - from) {
      count *= 2;
      level++;
    }
    nodes.push({ level, index: from / count });
    from += count;
  }
  return nodes;
}

/** That a node is one whose leaves a tree of this size has all of. */
export function checkPosition({ level, index }: Position, size: number): void {
  checkSize(size);
  const whole = Number.isSafeInteger(level) && Number.isSafeInteger(index) && level >= 0 && index >= 0;
  if (!whole || index >= Math.floor(size / 2 ** level)) {
    throw new LogError('outside_tree', 'the tree has no such complete node');
  }
}
