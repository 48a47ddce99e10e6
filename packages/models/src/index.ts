export { encoderFolder } from './encoder-folder.ts';
export { readerFolder } from './reader-folder.ts';
