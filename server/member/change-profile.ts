// The user's profile, and a sub-account's by its main account (§2 uc/account): read, changed, with the time zone of the chosen city.
import type { OutputOf, ParsedInputOf } from '../../contract/index.ts';
import { checkForm, profileForm } from '../../domain/account-forms.ts';
import { NotHere, Refusal } from '../../domain/errors.ts';
import { readRegion } from '../places/read-region.ts';
import { buyerOf, type Context } from '../platform/context.ts';
import { findMember, type MemberRow, updateProfile } from './member.sql.ts';

const messengerNames = ['wechat', 'qq', 'line', 'viber', 'whatsapp'] as const;

/** The account itself, or a sub-account for its main account; otherwise refuses with NotHere. */
async function findVisible(context: Context, userNo: string): Promise<MemberRow> {
  const buyer = buyerOf(context);
  const isSelf = userNo === String(buyer.accountId);
  const row = isSelf || buyer.kind === 'main' ? await findMember(context.owner, buyer.partnerId, userNo) : undefined;
  if (!row || (!isSelf && row.kind !== 'sub')) throw new NotHere();
  return row;
}

export async function showProfile(context: Context, { userNo }: { userNo: string }) {
  return showMember(await findVisible(context, userNo));
}

/** Refuses invalidInput by field and changedMeanwhile when another change came first. */
export async function changeProfile(
  context: Context,
  input: ParsedInputOf<'updateUser'>,
): Promise<OutputOf<'updateUser'>> {
  const { owner } = context;
  const row = await findVisible(context, input.userNo);
  const typed = { ...showMember(row), ...input };
  // What is left out was judged when it was saved; a number is judged with its area code.
  const isSent = (name: string) => name in input || (name === 'areaCode' && ('mobile' in input || 'landline' in input));
  const rules = Object.entries(profileForm).filter(([name]) => isSent(name));
  const fields = checkForm(typed, Object.fromEntries(rules));
  const region = typed.region.trim();
  const city = region ? await readRegion(owner, region) : undefined;
  if (region && !city && isSent('region')) fields.region = { problem: 'choose' };
  if (Object.keys(fields).length) throw new Refusal('invalidInput', { fields });
  const text = (name: keyof typeof profileForm) => String(typed[name as keyof typeof typed] ?? '').trim();
  const visibility =
    row.kind === 'sub' && row.account_id !== buyerOf(context).accountId ? input.orderVisibility : undefined;
  const profile = {
    name: text('name'),
    // The same as the name: it goes on following the name.
    nickName: [row.name, text('name')].includes(text('nickName')) ? '' : text('nickName'),
    department: text('department'),
    areaCode: text('areaCode'),
    mobile: text('mobile'),
    landline: text('landline'),
    messengers: Object.fromEntries(messengerNames.map((name) => [name, text(name)])),
    commonAddress: text('commonAddress'),
    region: city?.code ?? region,
    zone: isSent('region') ? (city?.zone ?? '') : row.zone,
  };
  const count = await updateProfile(owner, row.account_id, input.revision ?? row.revision, profile, visibility ?? null);
  if (count !== 1) throw new Refusal('changedMeanwhile');
  return showProfile(context, { userNo: input.userNo });
}

/** A login as the user centre shows it. */
export function showMember(row: MemberRow): OutputOf<'childAccountInfo'> {
  const messenger = (name: (typeof messengerNames)[number]) => row.messengers[name] ?? '';
  return {
    userNo: String(row.account_id),
    kind: row.kind,
    username: row.username ?? '',
    email: row.email,
    emailProved: row.email_proved_at !== null,
    name: row.name,
    nickName: row.nick_name || row.name,
    department: row.department,
    areaCode: row.area_code,
    mobile: row.mobile,
    landline: row.landline,
    wechat: messenger('wechat'),
    qq: messenger('qq'),
    line: messenger('line'),
    viber: messenger('viber'),
    whatsapp: messenger('whatsapp'),
    commonAddress: row.common_address,
    region: row.region,
    zone: row.zone,
    status: row.status,
    orderVisibility: row.order_visibility,
    createdAt: row.created_at.toISOString(),
    lastLoginAt: row.last_login_at?.toISOString() ?? null,
    revision: row.revision,
  };
}
