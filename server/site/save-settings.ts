// The site's settings in the back office (§3 settings and header data): judged as a whole, saved under one revision, logged.
import { randomBytes } from 'node:crypto';
import { fileAddress } from '../../contract/file-address.ts';
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { contrastWithWhite, leastContrast } from '../../domain/contrast.ts';
import { type FieldProblems, NotHere, Refusal } from '../../domain/errors.ts';
import { limits, siteLimits } from '../../domain/limits.ts';
import { inTransactionOnce } from '../platform/answer-once.ts';
import type { Context } from '../platform/context.ts';
import { inTransaction } from '../platform/db.ts';
import { logAction } from '../platform/log-actions.sql.ts';
import { forgetSites } from './find-site.ts';
import { forgetAppearance } from './read-appearance.ts';
import {
  changeSettings,
  findSettings,
  listHosts,
  lockAgreements,
  replaceHosts,
  type SettingsRow,
} from './settings.sql.ts';
import { insertAgreement, listAgreements } from './site.sql.ts';

export async function showSettings({ owner }: Context): Promise<OutputOf<'consoleSettings'>> {
  const [row, hosts] = await Promise.all([findSettings(owner), listHosts(owner)]);
  if (!row) throw new NotHere();
  return {
    title: row.title,
    description: row.description,
    brandColour: row.brand_colour,
    ownerPicture: row.owner_picture,
    favicon: row.favicon,
    wxQrCode: row.wx_qr_code,
    onlineServices: row.online_services,
    hostnames: hosts.map((host) => ({ host: host.host, customerService: host.customer_service })),
    languages: row.languages,
    currencies: row.currencies,
    payMinutes: row.pay_minutes,
    omitVerCodeType: row.omit_ver_code_type,
    fourEyesMinor: row.four_eyes_minor,
    rechargeLeastMinor: row.recharge_least_minor,
    rechargeMostMinor: row.recharge_most_minor,
    staffSecondFactor: row.staff_second_factor,
    reviewAsks: row.review_asks,
    reviewAtOnce: row.review_at_once,
    limits: row.limits,
    revision: row.revision,
    name: row.name,
    currency: row.currency,
    limitDefaults: Object.fromEntries(siteLimits.map((name) => [name, limits[name]])),
  };
}

const picture = new RegExp(`^${fileAddress('ownerPicture', { id: '' })}[\\w-]{10,60}$`);

function judge(
  input: ParsedInputOf<'consoleSettingsSave'>,
  { site }: Context,
  stored: Record<string, number>,
): FieldProblems {
  const fields: FieldProblems = {};
  const title = (input.title as Record<string, string>).en ?? '';
  if (!title.trim()) fields['title.en'] = { problem: 'required' };
  if (!/^#[0-9a-f]{6}$/i.test(input.brandColour)) fields.brandColour = { problem: 'format' };
  else if (contrastWithWhite(input.brandColour) < leastContrast) fields.brandColour = { problem: 'contrast' };
  for (const name of ['ownerPicture', 'favicon', 'wxQrCode'] as const)
    if (input[name] !== null && !picture.test(input[name])) fields[name] = { problem: 'format' };
  for (const { type, infoList } of input.onlineServices)
    if (infoList.some((item) => item.picture !== null && !picture.test(item.picture)))
      fields[`service.${type}`] = { problem: 'format' };
  input.hostnames.forEach(({ host }, at) => {
    if (
      !/^(localhost|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)$/.test(host.trim().toLowerCase())
    )
      fields[`hostnames.${at}.host`] = { problem: 'format' };
  });
  if (!input.currencies.includes(site.currency)) fields.currencies = { problem: 'choose' };
  if (input.payMinutes < 5 || input.payMinutes > 1440) fields.payMinutes = { problem: 'range', min: 5, max: 1440 };
  const { rechargeLeastMinor: least, rechargeMostMinor: most } = input;
  if (least !== null && most !== null && least > most) fields.rechargeMost = { problem: 'limitOrder' };
  // During an upgrade a process that knows more limits may have stored one of these.
  for (const [name, value] of Object.entries(input.limits))
    if (!siteLimits.some((limit) => limit === name) && stored[name] !== value)
      fields[`limits.${name}`] = { problem: 'notRequested' };
  return fields;
}

/** Refuses invalidInput by field, hostTaken, changedMeanwhile. */
export async function saveSettings(
  context: Context,
  input: ParsedInputOf<'consoleSettingsSave'>,
): Promise<{ revision: number }> {
  const { owner } = context;
  const fields = judge(input, context, (await findSettings(owner))?.limits ?? {});
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const hosts = input.hostnames.map((hostname) => ({
    host: hostname.host.trim().toLowerCase(),
    customer_service: hostname.customerService,
  }));
  const change: Omit<SettingsRow, 'name' | 'currency'> = {
    revision: input.revision,
    title: input.title as Record<string, string>,
    description: input.description as Record<string, string>,
    brand_colour: input.brandColour,
    owner_picture: input.ownerPicture,
    favicon: input.favicon,
    wx_qr_code: input.wxQrCode,
    online_services: input.onlineServices,
    languages: input.languages,
    currencies: input.currencies,
    pay_minutes: input.payMinutes,
    omit_ver_code_type: input.omitVerCodeType,
    four_eyes_minor: input.fourEyesMinor,
    recharge_least_minor: input.rechargeLeastMinor,
    recharge_most_minor: input.rechargeMostMinor,
    staff_second_factor: input.staffSecondFactor,
    review_asks: input.reviewAsks,
    review_at_once: input.reviewAtOnce,
    limits: input.limits,
  };
  await inTransaction(owner, async (owner) => {
    const before = await findSettings(owner);
    const hostsBefore = await listHosts(owner);
    if ((await changeSettings(owner, change)) !== 1) throw new Refusal('changedMeanwhile');
    await replaceHosts(owner, hosts);
    if ((await listHosts(owner)).length !== new Set(hosts.map((host) => host.host)).size)
      throw new Refusal('hostTaken');
    await logAction(owner, context, {
      act: 'settings-saved',
      subject: 'settings',
      before: { ...before, hosts: hostsBefore },
      after: { ...change, hosts },
    });
  });
  forgetAppearance(owner);
  forgetSites(owner);
  return { revision: input.revision + 1 };
}

export async function showAgreements({ owner }: Context): Promise<OutputOf<'consoleAgreements'>> {
  const list = await listAgreements(owner);
  return {
    list: list.map((row) => ({
      kind: row.kind,
      version: row.version,
      token: row.token,
      titles: row.titles,
      texts: row.texts,
      publishedAt: row.published_at.toISOString(),
    })),
  };
}

type Written = { titles: Record<string, string>; texts: Record<string, string> };

/** Title and text in English are required. */
export function judgeAgreement(input: { titles: object; texts: object }): Written {
  const { titles, texts } = input as Written;
  const fields: FieldProblems = {};
  if (!titles.en?.trim()) fields['titles.en'] = { problem: 'required' };
  if (!texts.en?.trim()) fields['texts.en'] = { problem: 'required' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  return { titles, texts };
}

/** A new version, valid at once; older ones stay readable under their tokens. */
export async function publishAgreement(context: Context, input: ParsedInputOf<'consoleAgreementPublish'>) {
  const { titles, texts } = judgeAgreement(input);
  const published = await inTransactionOnce(context, 'consoleAgreementPublish', input, async (owner) => {
    await lockAgreements(owner);
    const token = randomBytes(12).toString('base64url');
    const version = await insertAgreement(owner, { kind: input.kind, token, titles, texts });
    await logAction(owner, context, {
      act: 'agreement-published',
      subject: `agreement ${input.kind}`,
      after: { version, titles },
    });
    return { version };
  });
  forgetAppearance(context.owner);
  return published;
}
