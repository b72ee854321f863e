// The slider puzzle (§1, security rule 43): made here as two pictures; where the gap lies never leaves the server.
import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { limits } from '../../domain/limits.ts';
import { sceneKinds } from '../../domain/scene-kinds.ts';
import { drawScene } from '../illustration/draw-scene.ts';
import type { Context } from '../platform/context.ts';
import { insertCaptcha } from './account.sql.ts';

const width = 320;
const height = 180;
const size = 52;

const shape = `<path d="M4 4h16a6 6 0 1 1 10 0h18v16a6 6 0 1 1 0 11v17H31a6 6 0 1 0-11 0H4z"/>`;

function outline(attributes: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 52 52"><g ${attributes}>${shape}</g></svg>`;
}

/** Returns the pictures and a ticket that one try spends; it belongs to one page's flow and lives two minutes. */
export async function makePuzzle(context: Context, flow: string) {
  const kind = sceneKinds[randomInt(sceneKinds.length)] ?? 'beach';
  const x = randomInt(size + 20, width - size - 8);
  const y = randomInt(8, height - size - 8);
  const scene = drawScene({ kind, time: 'day', seed: randomBytes(6).toString('hex'), variant: randomInt(4) });
  const picture = await sharp(Buffer.from(scene)).resize(width, height, { fit: 'cover' }).png().toBuffer();
  const mask = Buffer.from(outline('fill="#fff"'));
  const edge = Buffer.from(outline('fill="none" stroke="#fff" stroke-width="2" stroke-opacity=".9"'));
  const gap = Buffer.from(outline('fill="#000" fill-opacity=".55" stroke="#fff" stroke-opacity=".75"'));
  const cut = await sharp(picture)
    .extract({ left: x, top: y, width: size, height: size })
    .ensureAlpha()
    .png()
    .toBuffer();
  const piece = await sharp(cut)
    .composite([{ input: mask, blend: 'dest-in' }, { input: edge }])
    .webp({ quality: 80 })
    .toBuffer();
  const background = await sharp(picture)
    .composite([{ input: gap, left: x, top: y }])
    .webp({ quality: 70 })
    .toBuffer();
  const ticket = randomBytes(18).toString('base64url');
  await insertCaptcha(context.db, context.site.ownerId, {
    ticket,
    flow,
    x,
    text: null,
    lifeSeconds: limits.captchaLifeSeconds,
  });
  return {
    ticket,
    background: `data:image/webp;base64,${background.toString('base64')}`,
    piece: `data:image/webp;base64,${piece.toString('base64')}`,
    width,
    height,
    pieceWidth: size,
    pieceY: y,
  };
}
