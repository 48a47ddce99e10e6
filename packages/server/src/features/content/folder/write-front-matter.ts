import type { StoredDocument } from '@avow/answering';

/** What the loader reads at the beginning of a Markdown file. */
export function frontMatterOf({
  title,
  url,
  groups,
}: Pick<StoredDocument, 'title' | 'url' | 'groups'>): string {
  const lines = [
    `title: "${title}"`,
    ...(url === null ? [] : [`url: "${url}"`]),
    ...(groups.length === 0 ? [] : ['groups:', ...groups.map((group) => `  - "${group}"`)]),
  ];
  return `---\n${lines.join('\n')}\n---\n\n`;
}
