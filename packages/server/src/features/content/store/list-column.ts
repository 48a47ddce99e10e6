/** A column that holds a list of texts, as JSON. Most are empty, and those cost nothing. */
export function decodeList(json: string): string[] {
  return json === '[]' ? [] : JSON.parse(json);
}
