/** The key that stores of tests are opened with. */
export const sampleMasterKey = new Uint8Array(32).fill(7);
