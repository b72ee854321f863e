// The slider puzzle (§1, security rule 43): made here as two pictures; where the gap lies never leaves the server.
import { randomBytes } from 'node:crypto';
import { limits } from '../../domain/limits.ts';
import { drawPuzzle, puzzleSize } from '../illustration/draw-puzzle.ts';
import type { Context } from '../platform/context.ts';
import { insertCaptcha } from './account.sql.ts';

/** Returns the pictures and a ticket that one try spends; it belongs to one page's flow and lives two minutes. */
export async function makePuzzle({ owner }: Context, flow: string) {
  const { x, y, background, piece } = await drawPuzzle();
  const ticket = randomBytes(18).toString('base64url');
  await insertCaptcha(owner, { ticket, flow, x, text: null, lifeSeconds: limits.captchaLifeSeconds });
  return {
    ticket,
    background: `data:image/webp;base64,${background.toString('base64')}`,
    piece: `data:image/webp;base64,${piece.toString('base64')}`,
    width: puzzleSize.width,
    height: puzzleSize.height,
    pieceWidth: puzzleSize.piece,
    pieceY: y,
  };
}
