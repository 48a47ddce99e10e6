/** The limit of one line, without its newline. A record with its trace is far smaller. */
export const lineBytesMax = 16 * 1024 * 1024;

/** The limit of what others attest in one bundle. */
export const bundledAttestationsMax = 256;

/** The limit of records and events in a bundle: verification keeps about 120 bytes per record. */
export const bundledLeavesMax = 10_000_000;
