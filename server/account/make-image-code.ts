// A picture of four letters (§2 login): drawn from the outlines of our own font, bent and crossed, so that it needs no font of
// the machine and the text is nowhere in the file.
import { randomBytes, randomInt } from 'node:crypto';
import sharp from 'sharp';
import { limits } from '../../domain/limits.ts';
import { codeAlphabet, codeLength } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { outlineOf } from '../platform/read-fonts.ts';
import { insertCaptcha } from './account.sql.ts';

const width = 132;
const height = 48;
const inks = ['#0f5257', '#7c2d12', '#1e3a8a', '#4c1d95', '#14532d'];

/** Returns the picture and a ticket that one try spends; it belongs to one page's flow and lives two minutes. */
export async function makeImageCode({ owner }: Context, flow: string) {
  const text = Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
  const picture = await sharp(Buffer.from(draw(text)))
    .webp({ quality: 60 })
    .toBuffer();
  const ticket = randomBytes(18).toString('base64url');
  await insertCaptcha(owner, { ticket, flow, x: 0, text, lifeSeconds: limits.captchaLifeSeconds });
  return { ticket, picture: `data:image/webp;base64,${picture.toString('base64')}`, width, height };
}

function draw(text: string): string {
  const letters = [...text].map((letter, at) => {
    const { path, unitsPerEm } = outlineOf('latinBold', letter);
    const scale = (26 + randomInt(8)) / unitsPerEm;
    const x = 10 + at * 29 + randomInt(6);
    const y = 34 + randomInt(7) - 3;
    const turn = randomInt(44) - 22;
    const lean = (randomInt(40) - 20) / 100;
    return `<path transform="translate(${x} ${y}) rotate(${turn}) matrix(1 0 ${lean} 1 0 0) scale(${scale} ${-scale})"
      fill="${ink()}" d="${path}"/>`;
  });
  const lines = Array.from({ length: 5 }, () => {
    const [a, b, c, d] = [randomInt(height), randomInt(height), randomInt(height), randomInt(height)];
    return `<path d="M0 ${a}C${width / 3} ${b} ${(width / 3) * 2} ${c} ${width} ${d}" fill="none" stroke="${ink()}"
      stroke-opacity=".55" stroke-width="${1 + randomInt(2)}"/>`;
  });
  const dots = Array.from(
    { length: 40 },
    () => `<circle cx="${randomInt(width)}" cy="${randomInt(height)}" r="1" fill="${ink()}" fill-opacity=".5"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"
    fill="#eef3f4"/>${letters.join('')}${lines.join('')}${dots.join('')}</svg>`;
}

function ink(): string {
  return inks[randomInt(inks.length)] ?? '#0f5257';
}
