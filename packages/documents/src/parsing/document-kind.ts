export type DocumentKind = 'markdown' | 'html' | 'pdf' | 'docx' | 'pptx' | 'xlsx' | 'csv' | 'tsv' | 'zip';

const kinds: ReadonlyMap<string, DocumentKind> = new Map([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
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

/** The kind of a file by its name, or null if it cannot be parsed. */
export function documentKindOf(fileName: string): DocumentKind | null {
  return kinds.get(/\.([^./]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '') ?? null;
}
