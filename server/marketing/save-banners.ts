// Banners of the home page and how announcements scroll (§7 getrolltype): each banner has an uploaded picture or the illustration of
// a scene, a link on this site and a display period on the owner's clock; saved under its revision and logged.

import { isShopPath } from '../../contract/call-row.ts';
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { instantOf, isDay } from '../../domain/dates.ts';
import { type FieldProblems, Refusal } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import { safePath } from '../../domain/safe-path.ts';
import { isSceneKind, isSceneTime, type Scene } from '../catalog/read-scene.ts';
import { pictureOf } from '../catalog/show-card.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { trimTexts } from '../site/trim-texts.ts';
import {
  type BannerChange,
  type BannerRow,
  changeBanner,
  changeRollType,
  deleteBanner,
  findRollType,
  insertBanner,
  isPictureStored,
  listBannerRows,
  listShownBanners,
  lockHome,
  placeBanners,
} from './promotions.sql.ts';
import { placeAmong } from './save-promotions.ts';

type Banner = OutputOf<'consoleBanners'>['list'][number];

/** The default until an owner chooses. */
const anyScene: Scene = { kind: 'beach', time: 'dusk' };

function sceneOf({ picture_id }: BannerRow): Scene | null {
  const [, kind = '', time = ''] = /^scene:([\w-]+)\/(\w+)$/.exec(picture_id ?? '') ?? [];
  return isSceneKind(kind) && isSceneTime(time) ? { kind, time } : null;
}

function pictureIn(row: BannerRow, alt: string): Banner['picture'] {
  const scene = sceneOf(row);
  if (!scene && row.picture_id)
    return { src: fileAddress('ownerPicture', { id: row.picture_id }), colour: '#dfe6e7', alt };
  const { kind } = scene ?? anyScene;
  return pictureOf(scene ?? anyScene, `banner-${kind}`, alt);
}

export async function listBanners({ owner, language }: Context): Promise<OutputOf<'banners'>> {
  const list = await listShownBanners(owner);
  return {
    list: list.map((row) => {
      const title = textIn(row.titles, language);
      const text = textIn(row.texts, language);
      return { id: String(row.banner_id), title, text, link: safePath(row.link), picture: pictureIn(row, title) };
    }),
  };
}

export async function showRollType({ owner }: Context): Promise<{ rollType: number }> {
  return { rollType: await findRollType(owner) };
}

/** An instant as the zone's clock shows it, "yyyy-MM-ddTHH:mm". */
function clockIn(zone: string, at: Date | null): string | null {
  return at ? at.toLocaleString('sv-SE', { timeZone: zone }).slice(0, 16).replace(' ', 'T') : null;
}

function stateOf({ active, starts_at, ends_at }: BannerRow, now: Date): Banner['state'] {
  if (ends_at && ends_at <= now) return 'over';
  if (!active) return 'off';
  return starts_at && starts_at > now ? 'planned' : 'shown';
}

export async function listAllBanners({ owner, site, language, now }: Context): Promise<OutputOf<'consoleBanners'>> {
  const list = await listBannerRows(owner);
  return {
    zone: site.zone,
    list: list.map((row) => {
      const scene = sceneOf(row);
      return {
        id: String(row.banner_id),
        titles: row.titles,
        texts: row.texts,
        link: row.link,
        active: row.active,
        startsAt: clockIn(site.zone, row.starts_at),
        endsAt: clockIn(site.zone, row.ends_at),
        pictureId: scene ? null : row.picture_id,
        scene,
        picture: pictureIn(row, textIn(row.titles, language)),
        state: stateOf(row, now),
        revision: row.revision,
      };
    }),
  };
}

/** "yyyy-MM-ddTHH:mm" on a zone's clock; undefined when no clock shows it. */
function instantFrom(typed: string | null, zone: string): Date | null | undefined {
  if (typed === null) return null;
  const [day = '', time = ''] = typed.split('T');
  if (!isDay(day) || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined;
  return new Date(instantOf(day, time, zone));
}

/** The banner as it will be saved, or its problems. */
async function judge(
  { owner, site }: Context,
  input: ParsedInputOf<'consoleBannerSave'>,
): Promise<{ fields: FieldProblems; change: BannerChange }> {
  const fields: FieldProblems = {};
  const titles = trimTexts(input.titles);
  const { pictureId, scene } = input;
  if (!titles.en) fields['titles.en'] = { problem: 'required' };
  if (!isShopPath(input.link)) fields.link = { problem: 'format' };
  const startsAt = instantFrom(input.startsAt, site.zone);
  const endsAt = instantFrom(input.endsAt, site.zone);
  if (startsAt === undefined) fields.startsAt = { problem: 'format' };
  if (endsAt === undefined || (startsAt && endsAt && endsAt <= startsAt)) fields.endsAt = { problem: 'endTime' };
  if (pictureId !== null) {
    const stored = /^[\w-]{10,60}$/.test(pictureId) && (await isPictureStored(owner, pictureId));
    if (!stored || scene) fields.pictureId = { problem: 'choose' };
  } else if (!scene || !isSceneKind(scene.kind)) fields.scene = { problem: 'choose' };
  return {
    fields,
    change: {
      titles,
      texts: trimTexts(input.texts),
      picture_id: pictureId ?? (scene && `scene:${scene.kind}/${scene.time}`),
      link: input.link,
      active: input.active,
      starts_at: startsAt ?? null,
      ends_at: endsAt ?? null,
    },
  };
}

/** Refuses invalidInput by field, changedMeanwhile. */
export async function saveBanner(
  context: Context,
  input: ParsedInputOf<'consoleBannerSave'>,
): Promise<OutputOf<'consoleBannerSave'>> {
  const { fields, change } = await judge(context, input);
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return inTransactionOnce(context, 'consoleBannerSave', input, async (owner) => {
    await lockHome(owner);
    const list = await listBannerRows(owner);
    const before = list.find((row) => String(row.banner_id) === input.id);
    const { revision = 0 } = input;
    if (input.id && (await changeBanner(owner, input.id, revision, change)) !== 1)
      throw new Refusal('changedMeanwhile');
    const id = input.id ?? (await insertBanner(owner, change));
    const order = placeAmong(
      list.map((row) => String(row.banner_id)),
      id,
      input.place,
    );
    await placeBanners(owner, order);
    const after = { ...change, place: order.indexOf(id) + 1 };
    await logAction(owner, context, { act: 'banner-saved', subject: `banner ${id}`, before, after });
    return { id, revision: input.id ? revision + 1 : 1 };
  });
}

/** Refuses changedMeanwhile, also when another person has removed it. */
export async function removeBanner(context: Context, { id, revision }: { id: string; revision: number }) {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    await lockHome(owner);
    const list = await listBannerRows(owner);
    const before = list.find((row) => String(row.banner_id) === id);
    if ((await deleteBanner(owner, id, revision)) !== 1) throw new Refusal('changedMeanwhile');
    const others = list.map((row) => String(row.banner_id)).filter((value) => value !== id);
    await placeBanners(owner, others);
    await logAction(owner, context, { act: 'banner-saved', subject: `banner ${id}`, before, after: { removed: true } });
  });
  return {};
}

export async function saveRollType(context: Context, { rollType, was }: { rollType: number; was: number }) {
  const { owner } = context;
  await inTransaction(owner, async (owner) => {
    if ((await changeRollType(owner, rollType, was)) !== 1) throw new Refusal('changedMeanwhile');
    await logAction(owner, context, {
      act: 'settings-saved',
      subject: 'settings',
      before: { rollType: was },
      after: { rollType },
    });
  });
  return {};
}
