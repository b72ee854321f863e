// Pictures that owners upload: taken, and served in the sizes that screens ask for.
import { NotHere } from '../../domain/errors.ts';
import { bytesOf } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { Room } from '../platform/room.ts';
import { type PictureBytes, sizePicture } from './size-picture.ts';
import { mostPictureBytes, storePicture } from './store-picture.ts';

export const pictureRoom = {
  files: {
    ownerPicture: answerPicture,
    consolePicture: {
      answer: takePicture,
      takes: 'bytes',
      mostBytes: mostPictureBytes + 1,
      tooLarge: 'pictureRefused',
    },
  },
} satisfies Room;

/**
 * Named by its content, so it may be cached for ever. One of a review may be hidden or deleted at any time: browsers and shared caches ask
 * each time whether it is there.
 */
async function answerPicture(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const picture = await readPicture(context, request);
  if (!picture || picture.review === 'hidden') throw new NotHere();
  reply.header('vary', 'accept');
  if (!picture.review)
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type(picture.type).send(picture.bytes);
  const tag = `"${picture.type}"`;
  reply.header('cache-control', 'public, no-cache').header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.code(304).send();
  return reply.type(picture.type).send(picture.bytes);
}

/** In the size and format that the request asks for. */
export function readPicture(context: Context, request: FastifyRequest): Promise<PictureBytes | undefined> {
  const { id } = request.params as { id: string };
  const { w } = request.query as { w?: string };
  const wantedWidth = w && /^\d{1,4}$/.test(w) ? Number(w) : undefined;
  return sizePicture(context, id, wantedWidth, String(request.headers.accept ?? ''));
}

async function takePicture(context: Context, request: FastifyRequest, reply: FastifyReply) {
  return reply.send({ code: 200, msg: '', data: await storePicture(context, bytesOf(request)) });
}
