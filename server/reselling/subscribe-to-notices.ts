// A supplier that offers OCTO's notifications reports changes to us (decision 0460). We subscribe an address of ours with a secret in
// a header, and keep only its hash. A notice is never believed: it says what to ask again.
import { timingSafeEqual } from 'node:crypto';
import { z } from '../../contract/call.ts';
import { fileAddress } from '../../contract/file-address.ts';
import { limitAttempts } from '../account/limit-attempts.ts';
import { bytesOf } from '../platform/bind-files.ts';
import type { Context } from '../platform/context.ts';
import type { FastifyReply, FastifyRequest } from '../platform/http.ts';
import { hashToken, makeToken } from '../platform/make-ids.ts';
import { askOcto, type OctoTarget } from './ask-octo.ts';
import { SupplierSilence } from './ask-system.ts';
import { findNoticeHash, type SubscriptionNote, wakeBooking, wakePlaces, wakeProducts } from './notices.sql.ts';

const secretHeader = 'octo-notice-secret';
/** The second is as the standard itself prints it. */
const paths = ['/notifications/subscriptions', '/notifications/subcriptions'] as const;
/** Some report bookings only, and refuse a subscription for more. */
const wishes = [['PRODUCT_UPDATE', 'AVAILABILITY_UPDATE', 'BOOKING_UPDATE'], ['BOOKING_UPDATE']] as const;

const capability = z.array(z.object({ id: z.string() }));
const subscription = z.object({ id: z.union([z.string().min(1).max(200), z.int().transform(String)]) });

const none: SubscriptionNote = { ref: '', hash: null };

/** Without an answer, or without the capability, the supplier is asked on a clock alone. */
async function quietly<Value>(ask: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SupplierSilence) return undefined;
    throw error;
  }
}

async function offersNotices(target: OctoTarget): Promise<boolean> {
  const reply = await quietly(() => askOcto(target, 'GET', '/capabilities'));
  const list = reply && 'body' in reply ? capability.safeParse(reply.body).data : undefined;
  return list?.some(({ id }) => id.replace(/^octo\//, '') === 'notifications') ?? false;
}

export async function subscribeTo(
  target: OctoTarget,
  { origin }: Context,
  supplierId: string,
): Promise<SubscriptionNote> {
  if (!(await offersNotices(target))) return none;
  const secret = makeToken();
  const url = origin + fileAddress('octoNotice', { id: supplierId });
  for (const path of paths)
    for (const notificationTypes of wishes) {
      const wish = { url, notificationTypes, headers: { [secretHeader]: secret } };
      const reply = await quietly(() => askOcto(target, 'POST', path, wish));
      const made = reply && 'body' in reply ? subscription.safeParse(reply.body).data : undefined;
      if (made) return { ref: made.id, hash: hashToken(secret) };
    }
  return none;
}

/** Where it is not heard, its notices are refused from now on, and the supplier gives up. */
export async function unsubscribeFrom(target: OctoTarget, ref: string): Promise<void> {
  if (ref) await quietly(() => askOcto(target, 'DELETE', `${paths[0]}/${encodeURIComponent(ref)}`, {}));
}

const optional = z
  .string()
  .max(200)
  .nullish()
  .transform((value) => value ?? '');
const notice = z.object({
  notificationType: z.string().transform((type) => type.toUpperCase()),
  data: z.object({
    productId: optional,
    optionId: optional,
    uuid: z.uuid().nullish(),
    bookingUuid: z.uuid().nullish(),
  }),
});

async function isOurs({ owner }: Context, id: string, secret: unknown): Promise<boolean> {
  const found = /^\d{1,15}$/.test(id) ? await findNoticeHash(owner, id) : undefined;
  return found !== undefined && typeof secret === 'string' && timingSafeEqual(hashToken(secret), found.hash);
}

const strangersPerMinute = 30;

/** Only who knows the secret is heard; a notice that cannot be understood is refused, so that it shows in the supplier's log. */
export async function answerOctoNotice(context: Context, request: FastifyRequest, reply: FastifyReply) {
  const { id } = request.params as { id: string };
  if (!(await isOurs(context, id, request.headers[secretHeader]))) {
    const bucket = `octo notice:${context.source}`;
    await limitAttempts(context, [{ bucket, most: strangersPerMinute, windowSeconds: 60 }]);
    return reply.code(401).send('');
  }
  const read = notice.safeParse(readJson(bytesOf(request)));
  if (!read.success) return reply.code(400).send('');
  await wake(context, id, read.data);
  return reply.code(204).send();
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

async function wake({ owner }: Context, id: string, { notificationType, data }: z.output<typeof notice>) {
  const uuid = data.uuid ?? data.bookingUuid;
  if (notificationType === 'BOOKING_UPDATE' && uuid) return wakeBooking(owner, id, uuid);
  if (notificationType === 'PRODUCT_UPDATE') await wakeProducts(owner, id);
  // What it says of a product may be its prices.
  if (data.productId) await wakePlaces(owner, id, data.productId, data.optionId);
}
