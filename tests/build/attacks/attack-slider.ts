// Scripts that look for the gap of a slider puzzle with only the data that a browser gets: the two pictures and the piece's height.
import sharp from 'sharp';

export type SliderPictures = { background: Buffer; piece: Buffer; pieceY: number };

type Grey = { width: number; height: number; at(x: number, y: number): number };

async function readGrey(picture: Buffer): Promise<Grey> {
  const { data, info } = await sharp(picture).removeAlpha().greyscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { width, height, at: (x, y) => data[(y * width + x) * channels] ?? 0 };
}

/** Pixels of the piece that are seen, and those at its rim with the way outwards. */
async function readShape(piece: Buffer) {
  const { data, info } = await sharp(piece).ensureAlpha().extractChannel(3).raw().toBuffer({ resolveWithObject: true });
  const size = info.width;
  const seen = (x: number, y: number) => x >= 0 && y >= 0 && x < size && y < size && (data[y * size + x] ?? 0) > 128;
  const inside: [number, number][] = [];
  const rim: { x: number; y: number; outX: number; outY: number }[] = [];
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!seen(x, y)) continue;
      inside.push([x, y]);
      for (const [outX, outY] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const)
        if (!seen(x + outX, y + outY)) rim.push({ x, y, outX, outY });
    }
  return { size, inside, rim };
}

const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(list.length, 1);

/** Each way gives a place a score; the highest is its guess. */
const attacks = {
  /** The shape that is darkest against what is around it. */
  darkest:
    ({ background, y, shape }) =>
    (x) =>
      mean(shape.rim.map((one) => background.at(x + one.x + 3 * one.outX, y + one.y + 3 * one.outY))) -
      mean(shape.inside.map(([dx, dy]) => background.at(x + dx, y + dy))),
  /** The strongest edge along the piece's own outline. */
  outline:
    ({ background, y, shape }) =>
    (x) =>
      mean(
        shape.rim.map(({ x: dx, y: dy, outX, outY }) =>
          Math.abs(
            background.at(x + dx + 2 * outX, y + dy + 2 * outY) - background.at(x + dx - 2 * outX, y + dy - 2 * outY),
          ),
        ),
      ),
  /** The edge along the outline that is of one sign all around: a shade, not the picture. */
  shade:
    ({ background, y, shape }) =>
    (x) => {
      const steps = shape.rim.map(
        ({ x: dx, y: dy, outX, outY }) =>
          background.at(x + dx + 2 * outX, y + dy + 2 * outY) - background.at(x + dx - 2 * outX, y + dy - 2 * outY),
      );
      return Math.abs(steps.filter((one) => one > 0).length - steps.length / 2);
    },
  /** The place that looks most like the piece, whatever its brightness. */
  content:
    ({ background, piece, y, shape }) =>
    (x) => {
      const own = shape.inside.map(([dx, dy]) => piece.at(dx, dy));
      const there = shape.inside.map(([dx, dy]) => background.at(x + dx, y + dy));
      const [ownMean, thereMean] = [mean(own), mean(there)];
      let [both, ofOwn, ofThere] = [0, 1, 1];
      for (const [at, one] of own.entries()) {
        const [here, other] = [one - ownMean, (there[at] ?? 0) - thereMean];
        both += here * other;
        ofOwn += here * here;
        ofThere += other * other;
      }
      return both / Math.sqrt(ofOwn * ofThere);
    },
  /** The place whose surroundings go on into the piece, be it lighter or darker. */
  surroundings:
    ({ background, piece, y, shape }) =>
    (x) => {
      const steps = shape.rim.map(
        ({ x: dx, y: dy, outX, outY }) =>
          background.at(x + dx + 2 * outX, y + dy + 2 * outY) - piece.at(dx - 3 * outX, dy - 3 * outY),
      );
      const middle = mean(steps);
      return -mean(steps.map((one) => Math.abs(one - middle)));
    },
} satisfies Record<string, (pictures: Read) => (x: number) => number>;

type Read = { background: Grey; piece: Grey; y: number; shape: Awaited<ReturnType<typeof readShape>> };
export type AttackName = keyof typeof attacks;

/** Where each way puts the piece. */
export async function guessGaps({ background, piece, pieceY }: SliderPictures): Promise<Record<AttackName, number>> {
  const blurred = await sharp(background).blur(0.8).png().toBuffer();
  const read: Read = {
    background: await readGrey(blurred),
    piece: await readGrey(await sharp(piece).blur(0.8).png().toBuffer()),
    y: pieceY,
    shape: await readShape(piece),
  };
  const last = read.background.width - read.shape.size;
  const guess = (score: (x: number) => number) => {
    let [best, at] = [Number.NEGATIVE_INFINITY, 0];
    for (let x = 8; x <= last; x += 1) {
      const value = score(x);
      if (value > best) [best, at] = [value, x];
    }
    return at;
  };
  const names = Object.keys(attacks) as AttackName[];
  return Object.fromEntries(names.map((name) => [name, guess(attacks[name](read))])) as Record<AttackName, number>;
}
