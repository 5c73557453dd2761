import { imageFrom } from '@parley/sdk';

/** Base64 takes four characters for three bytes, and the start of the URI some more. */
const mostBytes = Math.floor((1024 * 1024 * 3) / 4) - 64;
const mostPixels = 2_048;
/** Photos contain where they were taken, so they are always drawn again. */
const isSentAsIs = ({ type, size }: Blob): boolean => /^image\/(png|gif|webp|avif)$/.test(type) && size <= mostBytes;

/** An image as a data URI within the limit of the service, scaled down if it has to be. */
export async function shrink(file: Blob): Promise<string> {
  if (isSentAsIs(file)) return imageFrom(file);
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new TypeError('This file is not an image that the browser can read.');
  });
  let scale = Math.min(1, mostPixels / Math.max(bitmap.width, bitmap.height));
  for (let blob = await drawn(bitmap, scale); ; blob = await drawn(bitmap, scale)) {
    if (blob.size <= mostBytes) {
      bitmap.close();
      return imageFrom(blob);
    }
    scale *= Math.min(0.9, Math.sqrt(mostBytes / blob.size));
  }
}

async function drawn(bitmap: ImageBitmap, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d')!;
  // JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new TypeError('The image could not be scaled down.'))),
      'image/jpeg',
      0.85,
    );
  });
}
