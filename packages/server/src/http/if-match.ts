import { AppError } from '@avow/foundation';

const tagPattern = /^(?<weak>W\/)?"(?<value>[\x21\x23-\x7e\x80-\xff]*)"$/;

/** The revision, and a hash of the whole body, which is of no interest to a change. */
const revisionPattern = /^(?<revision>0|[1-9]\d{0,8})(?:-[\w-]{1,64})?$/;

/** The revisions that `If-Match` names; null: any. A tag that was never issued matches no revision. */
export function readIfMatch(header: string | undefined): readonly number[] | null {
  if (header === undefined || header.trim() === '*') return null;
  return header.split(',').flatMap((part) => {
    const tag = tagPattern.exec(part.trim())?.groups;
    if (tag === undefined)
      throw new AppError('invalid_header', {
        detail: 'If-Match must be an ETag that this service has sent, including its quotes.',
      });
    // The comparison is strong: a weak tag matches nothing.
    const revision = revisionPattern.exec(tag['value'] ?? '')?.groups?.['revision'];
    return tag['weak'] === undefined && revision !== undefined ? [Number(revision)] : [];
  });
}
