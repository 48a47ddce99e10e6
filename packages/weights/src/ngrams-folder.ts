/** The folder of the n-gram classifier that ships: `manifest.json` and the files it names. */
export const ngramsFolder = new URL('../ngrams/', import.meta.url);
