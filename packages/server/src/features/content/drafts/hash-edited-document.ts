import { createHash } from 'node:crypto';
import type { StoredDocument } from '@avow/answering';

/** The hash of a document that a person edited: it matches no file, so uploading its file again is a change. */
export function hashEditedDocument({
  contentHash,
  title,
  url,
  groups,
}: Pick<StoredDocument, 'contentHash' | 'title' | 'url' | 'groups'>): string {
  return createHash('sha256')
    .update(JSON.stringify(['edited', contentHash, title, url, groups]))
    .digest('hex');
}
