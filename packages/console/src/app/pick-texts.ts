/** One text of the address after the question mark, or nothing. What looks like a number or a truth value is a text, too. */
export const pickText = <Name extends string>(search: Record<string, unknown>, name: Name) =>
  (/^(string|number|boolean)$/.test(typeof search[name]) ? { [name]: String(search[name]) } : {}) as {
    [Each in Name]?: string;
  };

/** Several of them. */
export const pickTexts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>) =>
    Object.assign({}, ...names.map((name) => pickText(search, name))) as { [Each in Name]?: string };
