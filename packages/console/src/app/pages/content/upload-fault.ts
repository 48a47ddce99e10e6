import { contentTexts } from '../../texts/content.ts';

interface UploadLimits {
  readonly uploadBytesMax: number;
  readonly uploadFilesMax: number;
}

/** What a form needs for each file besides its bytes. */
const headBytes = 500;
const inMegabytes = (bytes: number, round: (value: number) => number) => String(round(bytes / 1_000_000));

/** Why files cannot be uploaded together; null: they can. */
export function uploadFault(
  files: readonly Pick<File, 'name' | 'size'>[],
  { uploadBytesMax: bytesMax, uploadFilesMax: filesMax }: UploadLimits,
): string | null {
  if (files.length > filesMax) return contentTexts.uploadTooMany(files.length, filesMax);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  if (bytes + files.length * headBytes <= bytesMax) return null;
  const most = inMegabytes(bytesMax, Math.floor);
  const largest = files.find(({ size }) => size + headBytes > bytesMax);
  return largest === undefined
    ? contentTexts.uploadTooLarge(inMegabytes(bytes, Math.ceil), most)
    : contentTexts.fileTooLarge(largest.name, inMegabytes(largest.size, Math.ceil), most);
}
