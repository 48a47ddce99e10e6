/** The folder of the sentence encoder that ships: `manifest.json` and the files it names. */
export const encoderFolder = new URL('../encoder/', import.meta.url);
