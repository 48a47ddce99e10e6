/** Twice the height of the logo in the heading, for sharp screens; wide logos are up to three times as wide. */
const heightMax = 56;
const widthMax = 192;
const bytesMax = 40 * 1024;

/** A picture of any size as a small PNG in base64; `unreadable` if the browser cannot draw it. */
export async function shrinkPicture(
  file: Blob,
): Promise<{ readonly logo: string } | 'unreadable' | 'too_big'> {
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (bitmap === null) return 'unreadable';
  const scale = Math.min(1, heightMax / bitmap.height, widthMax / bitmap.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (context === null) return 'unreadable';
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const picture = await new Promise<Blob | null>((made) => canvas.toBlob(made, 'image/png'));
  if (picture === null) return 'unreadable';
  if (picture.size > bytesMax) return 'too_big';
  const bytes = new Uint8Array(await picture.arrayBuffer());
  return { logo: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')) };
}
