// Reduces pictures to the stored size before they are uploaded.

export const pictureKinds = ['image/jpeg', 'image/png', 'image/webp'];
const mostBytes = 1_048_576;

type Made = { type: 'image/webp' | 'image/jpeg'; longestSide: number };

/** Photographs of phones are larger than the stored size: reduced here before the upload. Undefined if that fails. */
export async function shrinkPicture(
  file: File,
  { type, longestSide }: Made = { type: 'image/webp', longestSide: 1600 },
): Promise<Blob | undefined> {
  if (file.size <= mostBytes) return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined);
  if (!picture) return undefined;
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of [0.88, 0.75, 0.6]) {
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    if (made && made.size <= mostBytes) return made;
  }
  return undefined;
}
