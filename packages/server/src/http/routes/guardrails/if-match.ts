import { AppError } from '../../../errors/app-error.ts';
import type { ExpectedRevisions } from '../../../interfaces/guardrail-policies.ts';

const tagPattern = /^(?<weak>W\/)?"(?<value>[\x21\x23-\x7e\x80-\xff]*)"$/;

/** The revisions that `If-Match` names; null: any will do. A tag that we never gave out is that of no revision. */
export function readIfMatch(header: string | undefined): ExpectedRevisions {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').flatMap((part) => {
    const tag = tagPattern.exec(part.trim())?.groups;
    if (tag === undefined)
      throw new AppError('invalid_header', {
        detail: 'If-Match holds the ETag of the policy, in its quotes.',
      });
    // The comparison is strong: a weak tag matches nothing.
    const isRevision = tag['weak'] === undefined && /^(?:0|[1-9]\d{0,8})$/.test(tag['value'] ?? '');
    return isRevision ? [Number(tag['value'])] : [];
  });
}
