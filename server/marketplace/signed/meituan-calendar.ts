// Meituan reads prices and places by itself, too (decision 0691): its price calendar, as two independent sources know it, and the
// calendar of levels with the rows of our notice, as one knows it. A SKU that it reads is one that it sells.
import { z } from '../../../contract/call.ts';
import { daysBetween, isDay } from '../../../domain/dates.ts';
import type { OctoAsking } from '../../octo/route.ts';
import { dayOf, type FoundSku, findSku, listSkuDays } from '../places/list-sku-days.ts';
import { forgetReported, noteAskedProduct } from '../places/places.sql.ts';
import { currencyOfMeituan, describeSku, levelRow, yuanOf } from '../places/push-to-meituan.ts';
import { MeituanProblem } from './meituan.ts';

/** Longest range of one question. */
const mostDays = 400;
const onDay = z
  .string()
  .transform((text) => text.slice(0, 10))
  .refine((text) => isDay(text));

export const calendarInput = z
  .object({
    partnerDealId: z.string().min(1).max(40),
    ...{ startTime: onDay, endTime: onDay },
    /** 1: it wants to be told by our notice instead. */
    asyncType: z.coerce.number().nullish(),
  })
  .refine(({ startTime, endTime }) => startTime <= endTime && daysBetween(startTime, endTime) <= mostDays, {
    path: ['endTime'],
  });
type Input = z.output<typeof calendarInput>;

const source = 3;

async function open(asking: OctoAsking, { partnerDealId: ref }: Input): Promise<FoundSku> {
  const found = await findSku(asking, ref);
  if (!found) throw new MeituanProblem('product', 'The product does not exist or is off sale');
  const { owner } = asking.context;
  const { row, pack } = found.offer;
  if (!owner.isTest)
    await noteAskedProduct(owner, { source, ref, productId: row.product_id, packageId: pack.package_id });
  return found;
}

async function listDays(asking: OctoAsking, found: FoundSku, { startTime: from, endTime: to }: Input) {
  const list = await listSkuDays(asking, found, { from, to, currency: currencyOfMeituan });
  if (list === 'noRate') throw new MeituanProblem('failed', 'There is no rate for its currency');
  return list;
}

export async function answerCalendar(asking: OctoAsking, input: Input) {
  const list = await listDays(asking, await open(asking, input), input);
  return list.map(({ place, sent }) => ({
    ...{ partnerDealId: input.partnerDealId, date: dayOf(place), ...yuanOf(sent), stock: sent.vacancies },
  }));
}

/** Where it wants to be told by our notice, all is sent again. */
export async function answerLevels(asking: OctoAsking, input: Input) {
  const found = await open(asking, input);
  if (input.asyncType === 1) {
    await forgetReported(asking.context.owner, source, input.partnerDealId);
    throw new MeituanProblem('later', 'The calendar follows by our notice');
  }
  const sku = describeSku(asking, found);
  const list = await listDays(asking, found, input);
  return list.map(({ place, sent }) => levelRow(input.partnerDealId, { place, sent: { ...sent, sku } }));
}
