/** The bytes of a file, which grows as it is written. */
export interface GrowingFile {
  readonly bytes: Buffer;
  readonly length: number;
}

export const emptyFile: GrowingFile = { bytes: Buffer.alloc(0), length: 0 };

export function copyFile(file: GrowingFile): GrowingFile {
  return { bytes: Buffer.from(file.bytes.subarray(0, file.length)), length: file.length };
}

/** Cuts it, or lengthens it with zeros. Uses the bytes of the file that it is given. */
export function resizeFile(file: GrowingFile, length: number): GrowingFile {
  if (length <= file.length) {
    // Whatever lies behind the end must be zero when the file grows again.
    file.bytes.fill(0, length, file.length);
    return { bytes: file.bytes, length };
  }
  if (length <= file.bytes.length) return { bytes: file.bytes, length };
  const bytes = Buffer.alloc(Math.max(length, file.bytes.length * 2));
  file.bytes.copy(bytes, 0, 0, file.length);
  return { bytes, length };
}

export function writeInto(file: GrowingFile, offset: number, written: Buffer): GrowingFile {
  const resized = resizeFile(file, Math.max(file.length, offset + written.length));
  written.copy(resized.bytes, offset);
  return resized;
}
