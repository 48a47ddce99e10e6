/** The languages that the embedded models were trained for. In others they find only what is written in the same words. */
export const embeddedLanguages: readonly string[] = ['en'];
