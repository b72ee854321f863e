// The pictures of a slider puzzle: a scene with a texture of its own, the piece, its gap, and gaps of other shapes as decoys. Where the
// piece was cut, its gap shows something else, so that comparing colours finds nothing; grain differs between the two pictures.
import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { sceneKinds } from '../../domain/pictures/scene-kinds.ts';
import { drawScene } from './draw-scene.ts';

export const puzzleSize = { width: 320, height: 180, piece: 52 } as const;
const { width, height, piece: size } = puzzleSize;

/** How far apart the left edges of gaps in one row lie at least. */
const apart = size + 2;
const decoysInRow = 3;
const decoysElsewhere = 2;
const grainStrength = 22;

type Spot = { x: number; y: number; shape: number };

/** A square with a knob or a notch on each side: sixteen shapes. */
function outlineOf(shape: number): string {
  const [top, right, bottom, left] = [1, 2, 4, 8].map((side) => (shape & side ? 1 : 0));
  return `M10 10h11a6 6 0 1 ${top} 10 0h11v11a6 6 0 1 ${right} 0 10v11h-11a6 6 0 1 ${bottom} -10 0h-11v-11a6 6 0 1 ${left} 0 -10z`;
}

function draw(shape: number, attributes: string, before = ''): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${before}<path ${attributes} d="${outlineOf(shape)}"/></svg>`,
  );
}

/** Dark on one side and light on the other, so that no gap is simply darker than what is around it. */
function writeShade(): string {
  const strength = () => ((30 + randomInt(25)) / 100).toFixed(2);
  const [first, last] = shuffle(['#000', '#fff']);
  const ends = `<stop stop-color="${first}" stop-opacity="${strength()}"/><stop offset="1" stop-color="${last}"
    stop-opacity="${strength()}"/>`;
  return `<linearGradient id="shade" gradientTransform="rotate(${randomInt(360)} .5 .5)">${ends}</linearGradient>`;
}

/** Left edges for one row, far enough from each other and from where the piece starts, in random order. */
function chooseRow(count: number): number[] {
  const [first, last] = [size + 16, width - size - 4];
  const room = last - first - (count - 1) * apart;
  const cuts = Array.from({ length: count }, () => randomInt(room + 1)).sort((left, other) => left - other);
  const row = cuts.map((cut, at) => first + cut + at * apart);
  return shuffle(row);
}

function shuffle<Item>(list: Item[]): Item[] {
  for (let at = list.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [list[at], list[other]] = [list[other] as Item, list[at] as Item];
  }
  return list;
}

/** Spots of the gap (first) and of decoys: some in its row that differ from it on one side each, some elsewhere with any shape. */
function chooseSpots(): Spot[] {
  const ownHue = randomInt(16);
  const shapes = [ownHue, ...shuffle([1, 2, 4, 8].map((side) => ownHue ^ side))];
  const y = randomInt(8, height - size - 8);
  const row = chooseRow(1 + decoysInRow).map((x, at): Spot => ({ x, y, shape: shapes[at] as number }));
  const above = y > height / 2;
  const rest = above ? randomInt(0, Math.max(1, y - size)) : randomInt(y + size, Math.max(y + size + 1, height - size));
  const elsewhere = chooseRow(decoysElsewhere).map(
    (x): Spot => ({ x, y: Math.min(rest, height - size), shape: randomInt(16) }),
  );
  return [...row, ...elsewhere.filter((spot) => Math.abs(spot.y - y) >= size - 8)];
}

async function addGrain(picture: Buffer): Promise<Buffer> {
  const noise = randomBytes(width * height);
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < width * height; at += 1) {
    const shift = (((noise[at] ?? 128) - 128) / 128) * grainStrength;
    for (let channel = 0; channel < info.channels; channel += 1) {
      const place = at * info.channels + channel;
      data[place] = Math.max(0, Math.min(255, (data[place] ?? 0) + shift));
    }
  }
  return sharp(data, { raw: info }).png().toBuffer();
}

/** What a gap shows: another part of the picture, lighter or darker, cut to the gap's shape. */
async function fillGap(picture: Buffer, { x, shape }: Spot): Promise<Buffer> {
  const from = { left: (x + randomInt(60, width - size - 60)) % (width - size), top: randomInt(height - size) };
  const patch = await sharp(picture)
    .extract({ ...from, width: size, height: size })
    .ensureAlpha()
    .png()
    .toBuffer();
  const shade = draw(shape, 'fill="url(#shade)"', writeShade());
  return sharp(patch)
    .composite([{ input: draw(shape, 'fill="#fff"'), blend: 'dest-in' }, { input: shade }])
    .png()
    .toBuffer();
}

/** `x` is the answer; it stays on the server. */
export async function drawPuzzle(): Promise<{ x: number; y: number; background: Buffer; piece: Buffer }> {
  const kind = sceneKinds[randomInt(sceneKinds.length)] ?? 'beach';
  const scene = drawScene({ kind, time: 'day', seed: randomBytes(6).toString('hex'), variant: randomInt(4) });
  const picture = await sharp(Buffer.from(scene)).resize(width, height, { fit: 'cover' }).png().toBuffer();
  const spots = chooseSpots();
  const [gap] = spots;
  if (!gap) throw new Error('a puzzle has a gap');
  const { x, y, shape } = gap;
  const cut = sharp(await addGrain(picture)).extract({ left: x, top: y, width: size, height: size });
  const edge = draw(shape, 'fill="none" stroke="#fff" stroke-width="1.5" stroke-opacity=".8"');
  // A little lighter or darker than where it belongs.
  const tinted = cut.linear((80 + randomInt(40)) / 100, randomInt(40) - 20);
  const piece = await sharp(await tinted.ensureAlpha().png().toBuffer())
    .composite([{ input: draw(shape, 'fill="#fff"'), blend: 'dest-in' }, { input: edge }])
    .webp({ quality: 78 })
    .toBuffer();
  const fillings = await Promise.all(
    shuffle([...spots]).map(async (spot) => ({ input: await fillGap(picture, spot), left: spot.x, top: spot.y })),
  );
  const background = await addGrain(await sharp(picture).composite(fillings).png().toBuffer());
  return { x, y, piece, background: await sharp(background).webp({ quality: 68 }).toBuffer() };
}
