import { basename } from 'node:path';
import { documentKindOf } from './document-kind.ts';

/** How a file is handled. `parsed` files are read in a separate process. */
export type FileRole = 'pack' | 'golden' | 'pairs' | 'markdown' | 'text' | 'parsed';

/** Null for a file that is skipped. */
export function fileRoleOf(source: string): FileRole | null {
  if (source === 'pack.json') return 'pack';
  if (source === 'golden.json') return 'golden';
  const name = basename(source).toLowerCase();
  if (/^(?:.*\.)?qna\.(?:json|csv|tsv|xlsx)$/.test(name)) return 'pairs';
  if (name.endsWith('.md') || name.endsWith('.markdown')) return 'markdown';
  if (name.endsWith('.txt')) return 'text';
  return documentKindOf(name) === null ? null : 'parsed';
}
