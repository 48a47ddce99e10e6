/**
 * Where the models that ship lie on the disk.
 */

export { encoderFolder } from './encoder-folder.ts';
export { ngramsFolder } from './ngrams-folder.ts';
export { readerFolder } from './reader-folder.ts';
export { screenerFolder } from './screener-folder.ts';
