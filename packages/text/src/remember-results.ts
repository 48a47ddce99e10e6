/**
 * Caches the results of a pure function of a text for the most recently used texts. Results are shared and must not be
 * changed.
 */
export function rememberResults<Result>(
  { textsMax }: { readonly textsMax: number },
  read: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (text) => {
    const found = known.get(text) ?? { result: read(text) };
    // The most recently used one moves to the end.
    known.delete(text);
    if (known.size >= textsMax) known.delete(known.keys().next().value as string);
    known.set(text, found);
    return found.result;
  };
}
