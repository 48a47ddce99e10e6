/** Names of fields and details, and kinds of entries. They begin with a letter: objects of JavaScript put numbers first. */
const pattern = /^[a-z][a-z0-9_]{0,63}$/;

export function isName(text: string): boolean {
  return pattern.test(text);
}
