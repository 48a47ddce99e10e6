/** The folder of the screening model that ships: `manifest.json` and the files it names. */
export const screenerFolder = new URL('../screener/', import.meta.url);
