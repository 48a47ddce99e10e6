const frontMatter = /^---[ \t]*\n(?<lines>(?:(?!---[ \t]*(?:\n|$)).*\n)*?)---[ \t]*(?:\n+|$)/;
const fieldLine =
  /^(?<key>title|url|groups|status|archived|deprecated|obsolete|superseded|superseded_by|replaced_by|valid_until|expires)[ \t]*:(?<value>.*)$/i;
const listItem = /^[ \t]*-[ \t](?<value>.*)$/;
const frontMatterUnitsMax = 16 * 1024;

export interface FrontMatter {
  readonly title: string | null;
  readonly url: string | null;
  /** As written; null if the file does not mention groups. */
  readonly groups: readonly string[] | null;
  /** That the document is no longer current, such as `superseded by travel-2024.md`; null: nothing says so. */
  readonly pastMark: string | null;
  /** The text after the front matter: what is stored and cited. */
  readonly body: string;
}

/** Takes `title`, `url`, `groups` and marks such as `archived: true` from the lines between two `---` at the very start, as documentation tools write them. */
export function takeFrontMatter(text: string): FrontMatter {
  const head = text.startsWith('---') ? frontMatter.exec(text.slice(0, frontMatterUnitsMax)) : null;
  const lines = head?.groups?.['lines']?.split('\n') ?? [];
  // A rule at the top of an ordinary text is not front matter, which begins with a field.
  if (head === null || !/^[\w-]+[ \t]*:/.test(lines[0] ?? ''))
    return { title: null, url: null, groups: null, pastMark: null, body: text };
  const fields = new Map<string, string>();
  let groups: string[] | null = null;
  for (const [position, line] of lines.entries()) {
    const field = fieldLine.exec(line)?.groups;
    if (field === undefined) continue;
    const key = (field['key'] ?? '').toLowerCase();
    const value = (field['value'] ?? '').trim();
    if (key === 'groups') groups = value === '' ? itemsBelow(lines.slice(position + 1)) : itemsIn(value);
    else if (unquote(value) !== '') fields.set(key, unquote(value));
  }
  return {
    title: fields.get('title') ?? null,
    url: fields.get('url') ?? null,
    groups,
    pastMark: pastMarkOf(fields),
    body: text.slice(head[0].length),
  };
}

const states = ['archived', 'deprecated', 'obsolete', 'superseded'] as const;
const markUnitsMax = 200;

function pastMarkOf(fields: ReadonlyMap<string, string>): string | null {
  const successor = fields.get('superseded_by') ?? fields.get('replaced_by');
  if (successor !== undefined)
    return `superseded by ${successor.slice(0, markUnitsMax).replace(/[[\]]/g, '')}`;
  const status = fields.get('status')?.toLowerCase();
  const state = states.find((one) => one === status || /^(?:true|yes|on)$/i.test(fields.get(one) ?? ''));
  if (state !== undefined) return state;
  const end = /^\d{4}-\d{2}-\d{2}(?![\d-])/.exec(fields.get('valid_until') ?? fields.get('expires') ?? '');
  return end === null ? null : `valid until ${end[0]}`;
}

/** `a, b` or `[a, "b"]`. */
function itemsIn(value: string): string[] {
  const inner = /^\[(?<inner>.*)\]$/.exec(value)?.groups?.['inner'] ?? value;
  if (inner.trim() === '') return [];
  return inner.split(',').map((item) => unquote(item.trim()));
}

/** One per line, each after a dash. */
function itemsBelow(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const item = listItem.exec(line)?.groups?.['value'];
    if (item === undefined) break;
    items.push(unquote(item.trim()));
  }
  return items;
}

function unquote(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}
