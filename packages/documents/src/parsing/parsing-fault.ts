/** Stops the reading of a file. The message is the reason for the operator, and never quotes the file. */
export class ParsingFault extends Error {
  override readonly name = 'ParsingFault';
}

export const memoryReason = 'needs more memory than reading one file may take';
