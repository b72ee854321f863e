// Whom a platform names as the traveller. A paid sale does not fail because of an e-mail address or a telephone number that cannot be
// read: it is left out, and the order's remark has it as it came.
import { isEmail } from '../../../domain/passwords.ts';
import type { ChannelGuest } from '../channel-order.ts';

type NamedGuest = {
  name?: string | null | undefined;
  mobile?: string | null | undefined;
  intlCode?: string | null | undefined;
  email?: string | null | undefined;
};
/** `locale`: a tag such as zh-CN. */
type Named = { lead: NamedGuest | undefined; locale: string; remarks?: (string | null | undefined)[] };

const chinaCode = '86';
const fewestDigits = 6;
const mostNotes = 1000;

/** An extension, as platforms that hide the number have it, would make another number. */
function readMobile({ mobile, intlCode }: NamedGuest): { phone: string; isWhole: boolean } {
  const [first = '', ...more] = (mobile ?? '').trim().split(/[^\d\s()+]+/);
  const digits = first.replace(/\D/g, '');
  if (digits.length < fewestDigits || digits.length > 14) return { phone: '', isWhole: digits === '' && !more.length };
  const code = (intlCode ?? '').replace(/\D/g, '').replace(/^0+/, '') || chinaCode;
  return { phone: first.startsWith('+') ? `+${digits}` : `+${code}${digits}`, isWhole: !more.some(Boolean) };
}

export function readGuest({ lead = {}, locale, remarks = [] }: Named): { guest: ChannelGuest; notes: string | null } {
  const email = (lead.email ?? '').trim();
  const { phone, isWhole } = readMobile(lead);
  const unread = [isWhole ? '' : lead.mobile, isEmail(email) ? '' : email];
  const notes = [...new Set([...remarks, ...unread].map((text) => text?.trim()).filter(Boolean))].join('\n');
  return {
    guest: { firstName: '', lastName: lead.name?.trim() ?? '', email: isEmail(email) ? email : '', phone, locale },
    notes: notes.slice(0, mostNotes) || null,
  };
}
