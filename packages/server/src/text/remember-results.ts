/**
 * A function of a text that gives the same for the same text, and remembers what it gave for the last so many texts: of
 * those that come up again and again, such as what is searched, nothing is worked out twice. What it gives is shared, and
 * must not be changed.
 */
export function rememberResults<Result>(
  { textsMax }: { readonly textsMax: number },
  read: (text: string) => Result,
): (text: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (text) => {
    const found = known.get(text) ?? { result: read(text) };
    // The one that was asked for last goes last.
    known.delete(text);
    if (known.size >= textsMax) known.delete(known.keys().next().value as string);
    known.set(text, found);
    return found.result;
  };
}
