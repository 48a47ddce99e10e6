const columnsMin = 3;
const rowsMin = 2;
const columnsMax = 100;

/**
 * Writes paragraphs whose words stand in columns by tabs as a table: several that follow each other, all with the same
 * number of columns. Two columns read well as they are, and their first line is rarely a head.
 */
export function tabsToTables(page: string): string {
  const written: string[] = [];
  let lines: string[] = [];
  let tableDepth = 0;
  const endLines = () => {
    written.push(writeLines(lines));
    lines = [];
  };
  for (const piece of page.split(/(?<=<\/p>)|(?=<p>)/)) {
    if (tableDepth === 0 && isTabbed(piece)) {
      lines.push(piece);
      continue;
    }
    endLines();
    written.push(piece);
    for (const [tag] of piece.matchAll(/<\/?table>/g)) tableDepth += tag === '<table>' ? 1 : -1;
  }
  endLines();
  return written.join('');
}

/** Without the links of a table of contents. */
function isTabbed(piece: string): boolean {
  return (
    piece.startsWith('<p>') &&
    piece.endsWith('</p>') &&
    wordsOf(piece).includes('\t') &&
    !piece.includes('href="#_Toc')
  );
}

function writeLines(lines: readonly string[]): string {
  const rows = cellsOf(lines, /\t/) ?? cellsOf(lines, /\t+/);
  if (rows === null) return lines.join('');
  const written = rows.map(
    (cells) =>
      `<tr>${closeTags(cells)
        .map((cell) => `<td>${cell}</td>`)
        .join('')}</tr>`,
  );
  return `<table>${written.join('')}</table>`;
}

/** Ends the elements that a tab divides at the end of each cell, and begins them again in the next. */
function closeTags(cells: readonly string[]): string[] {
  const open: Array<{ readonly name: string; readonly tag: string }> = [];
  return cells.map((cell) => {
    const begun = open.map(({ tag }) => tag).join('');
    for (const [tag, slash, name = ''] of cell.matchAll(/<(\/?)([a-z]\w*)[^<>]*>/g)) {
      const begins = open.findLastIndex((one) => one.name === name);
      if (slash !== '') open.splice(begins, begins === -1 ? 0 : 1);
      else if (!tag.endsWith('/>')) open.push({ name, tag });
    }
    const ended = open.toReversed().map(({ name }) => `</${name}>`);
    return begun + cell + ended.join('');
  });
}

/** Null if the lines are not the rows of a table. Several tabs may be an empty cell, or only align the next. */
function cellsOf(lines: readonly string[], separator: RegExp): string[][] | null {
  const rows = lines.map((line) => wordsOf(line).split(separator));
  const columns = rows[0]?.length ?? 0;
  const isTable =
    rows.length >= rowsMin &&
    columns >= columnsMin &&
    columns <= columnsMax &&
    rows.every((cells) => cells.length === columns);
  return isTable ? rows : null;
}

/** Tabs at the ends separate nothing. */
function wordsOf(line: string): string {
  return line.slice('<p>'.length, -'</p>'.length).trim();
}
