/**
 * The revision that an `ETag` begins with, which `If-Match` needs alone: a proxy that compresses may have made the tag weak or
 * added to its end, and would have every change refused. Null: it has none.
 */
export function readRevision(tag: string | null): number | null {
  const [, revision] = /^(?:W\/)?"(\d{1,9})(?:-[^"]*)?"$/.exec(tag ?? '') ?? [];
  return revision === undefined ? null : Number(revision);
}
