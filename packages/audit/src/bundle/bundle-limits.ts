/** Of one line, without its newline: a record with all that was found and traced for it has far less. */
export const lineBytesMax = 16 * 1024 * 1024;

/** Records and deeds of a bundle: for each record the checker keeps about 120 bytes. */
export const bundledLeavesMax = 10_000_000;
