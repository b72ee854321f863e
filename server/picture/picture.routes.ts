// Pictures that owners upload: taken, and served in the sizes that screens ask for.
import { NotHere } from '../../domain/errors.ts';
import { bytesOf } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import type { Room } from '../platform/room.ts';
import { sizePicture } from './size-picture.ts';
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

/** Named by its content, so it may be cached for ever. */
async function answerPicture(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  const { w } = request.query as { w?: string };
  const asked = w && /^\d{1,4}$/.test(w) ? Number(w) : undefined;
  const picture = await sizePicture(context, id, asked, String(request.headers.accept ?? ''));
  if (!picture) throw new NotHere();
  return reply
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'accept')
    .type(picture.type)
    .send(picture.bytes);
}

async function takePicture(context: Context, request: FastifyRequest, reply: FastifyReply) {
  return reply.send({ code: 200, msg: '', data: await storePicture(context, bytesOf(request)) });
}
