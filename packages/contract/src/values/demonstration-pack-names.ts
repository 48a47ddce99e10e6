/** The packs that the first start of an installation makes, so that there is something to ask. */
export const demonstrationPackNames: ReadonlySet<string> = new Set([
  'avow-documentation',
  'larkfield-handbook',
]);
