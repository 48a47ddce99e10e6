export type DocumentKind = 'html' | 'pdf' | 'docx' | 'pptx' | 'xlsx' | 'csv' | 'tsv' | 'zip';

const kinds: ReadonlyMap<string, DocumentKind> = new Map([
  ['html', 'html'],
  ['htm', 'html'],
  ['pdf', 'pdf'],
  ['docx', 'docx'],
  ['pptx', 'pptx'],
  ['xlsx', 'xlsx'],
  ['csv', 'csv'],
  ['tsv', 'tsv'],
  ['zip', 'zip'],
]);

/** What a file says it is by its name; null where it is nothing that is parsed. */
export function documentKindOf(fileName: string): DocumentKind | null {
  return kinds.get(/\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '') ?? null;
}
