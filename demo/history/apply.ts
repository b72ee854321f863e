// A company signs up, opens the link that it is mailed, and waits for the owner.
import type { Tale } from './follow-order.ts';
import type { applicants } from './people.ts';

/** None that names the company or the address. */
const password = 'first-season-2026';

export async function apply({ stage }: Tale, applicant: (typeof applicants)[number]): Promise<void> {
  const { email, name, areaCode, phone, language, ...company } = applicant;
  const { host } = stage;
  const flow = `sign-up-of-${email.split('@')[0]}`;
  const { data: image } = await stage.call('getImageCode', { flow }, { host });
  const { code, msg } = await stage.call(
    'register',
    {
      ...{ registrant: 'corporate', email, password, confirmation: password, agreed: true, ...company },
      ...{ name, areaCode, mobile: phone, orderContactName: name, orderContactEmail: email },
      ...{ orderContactAreaCode: areaCode, orderContactPhone: phone },
      ...{ flow, imageTicket: image.ticket, imageCode: await stage.readImage(image.ticket) },
    },
    { host, language },
  );
  if (code !== 200) throw new Error(`${email} cannot sign up: ${msg}`);
  const token = new URL(await stage.readLink(email)).searchParams.get('token') ?? '';
  await stage.call('enableEmail', { token }, { host, language });
}
