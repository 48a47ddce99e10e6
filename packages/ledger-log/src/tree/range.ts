import { LogError } from '../log-error.ts';

/** The leaves from `start` (inclusive) to `end` (exclusive). */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A complete node over 2^level leaves: its hash never changes. The leaves are level 0. */
export interface Position {
  readonly level: number;
  readonly index: number;
}

/** Sizes are JavaScript numbers, which are exact up to 2^53 - 1. */
export function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) {
    throw new LogError('size_invalid', 'a size must be an integer from 0 to 2^53 - 1');
  }
}

/** Where RFC 6962 splits a range of two or more leaves: the left part has the largest power of two below their number. */
export function splitOf({ start, end }: Range): number {
  let count = 1;
  while (count * 2 < end - start) count *= 2;
  return start + count;
}

/**
 * The largest complete nodes that a range consists of, from left to right, each smaller than the one before. The range
 * must begin at the left edge of a node, as every subtree does.
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

/** Requires that the node is complete in a tree of this size. */
export function checkPosition({ level, index }: Position, size: number): void {
  checkSize(size);
  const whole = Number.isSafeInteger(level) && Number.isSafeInteger(index) && level >= 0 && index >= 0;
  if (!whole || index >= Math.floor(size / 2 ** level)) {
    throw new LogError('outside_tree', 'the tree has no such complete node');
  }
}
