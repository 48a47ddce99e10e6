/** A statement with numbered parameters, and the names that they had; none if they had numbers or positions already. */
export interface NumberedSql {
  readonly sql: string;
  readonly names: readonly string[];
}

/**
 * Numbers the parameters of a statement, which are `?`, `?2` or `:name`, with the mark of an engine before each number. What
 * is quoted stays as it is.
 */
export function numberParameters(sql: string, mark: '?' | '$'): NumberedSql {
  const names: string[] = [];
  let position = 0;
  const numbered = sql.replaceAll(/'[^']*'|\?(\d*)|:(\w+)/g, (found, number?: string, name?: string) => {
    if (name !== undefined) {
      if (!names.includes(name)) names.push(name);
      return `${mark}${names.indexOf(name) + 1}`;
    }
    if (number === undefined) return found;
    if (number !== '') return `${mark}${number}`;
    position += 1;
    return `${mark}${position}`;
  });
  return { sql: numbered, names };
}
