/**
 * A PNG picture of the settings, drawn: a page with a strict content security policy need not allow pictures for it. Null if the
 * browser cannot read it.
 */
export async function drawLogo(data: string): Promise<HTMLCanvasElement | null> {
  try {
    const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height, canvas.className] = [bitmap.width, bitmap.height, 'logo'];
    canvas.setAttribute('aria-hidden', 'true');
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return canvas;
  } catch {
    return null;
  }
}
