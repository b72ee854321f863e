// Messages as Qunar sends them: XML in Base64, signed with the account's key.
import { createHash } from 'node:crypto';
import type { TestHouse } from './open-house.ts';

type Qunar = { method: string; key: string; body: string };

/** `body` is what stands in orderInfo. */
export async function askQunar(test: TestHouse, { method, key, body }: Qunar) {
  const xml = `<request><header><supplierIdentity>HOUSE</supplierIdentity></header><body><orderInfo>${body}</orderInfo></body></request>`;
  const data = Buffer.from(xml).toString('base64');
  const signed = createHash('md5')
    .update(key + data)
    .digest('hex');
  const answer = await test.fetch('/qunar', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ method, requestParam: JSON.stringify({ data, signed }) }).toString(),
  });
  if (answer.status !== 200) return { status: answer.status, code: '', orderNo: '' };
  const text = Buffer.from(((await answer.json()) as { data: string }).data, 'base64').toString('utf8');
  const read = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  return { status: 200, code: read('code'), orderNo: read('partnerorderId') };
}
