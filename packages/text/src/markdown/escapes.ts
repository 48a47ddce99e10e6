const escaped = /\\([!-/:-@[-`{-~])/g;
const inlineMarks = /[\\`*_{}[\]<>#|!~&]/g;

/** Without the backslashes that say of a sign that it is only that sign. */
export function unescapeMarks(source: string): string {
  return source.replace(escaped, '$1');
}

/** Writes words of one line so that no sign among them is a mark. */
export function escapeMarks(line: string): string {
  return line.replace(inlineMarks, '\\$&');
}
