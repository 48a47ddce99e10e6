import { createRequire } from 'node:module';

/** What installs the library that runs local models, with the binary for this kind of processor alone. */
export const llamaInstallLine = 'npm install --no-save node-llama-cpp@3';

export const missingLlama = `node-llama-cpp, which runs local models, is not installed. Install it with "${llamaInstallLine}" in the folder of Avow.`;

/** Whether the library is installed. It is not loaded. */
export function hasLlama(): boolean {
  try {
    createRequire(import.meta.url).resolve('node-llama-cpp/package.json');
    return true;
  } catch (error) {
    // A package may not let its manifest be read, and is there nevertheless.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}
