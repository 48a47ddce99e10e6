const frontMatter = /^---[ \t]*\n(?<lines>(?:(?!---[ \t]*(?:\n|$)).*\n)*?)---[ \t]*(?:\n+|$)/;
const fieldLine = /^(?<key>title|url)[ \t]*:[ \t]*(?<value>.*?)[ \t]*$/i;
const frontMatterUnitsMax = 16 * 1024;

export interface FrontMatter {
  readonly title: string | null;
  readonly url: string | null;
  /** The text after the front matter: what is stored and cited. */
  readonly body: string;
}

/** Takes `title` and `url` from the lines between two `---` at the very start, as documentation tools write them. */
export function takeFrontMatter(text: string): FrontMatter {
  const head = text.startsWith('---') ? frontMatter.exec(text.slice(0, frontMatterUnitsMax)) : null;
  const lines = head?.groups?.['lines']?.split('\n') ?? [];
  // A rule at the top of an ordinary text is not front matter: that begins with a field.
  if (head === null || !/^[\w-]+[ \t]*:/.test(lines[0] ?? '')) return { title: null, url: null, body: text };
  const fields = new Map<string, string>();
  for (const line of lines) {
    const field = fieldLine.exec(line)?.groups;
    const value = unquote(field?.['value'] ?? '');
    if (field !== undefined && value !== '') fields.set((field['key'] ?? '').toLowerCase(), value);
  }
  return {
    title: fields.get('title') ?? null,
    url: fields.get('url') ?? null,
    body: text.slice(head[0].length),
  };
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}
