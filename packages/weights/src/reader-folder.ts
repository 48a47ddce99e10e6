/** The folder of the reading model that ships: `manifest.json` and the files it names. */
export const readerFolder = new URL('../reader/', import.meta.url);
