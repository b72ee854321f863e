// Authenticates a caller: the Authorization header of API v3 is checked against method, path, time, nonce and body.
import { badSignature } from './refuse-call.ts';
import type { Fake } from './run-fake.ts';
import { requestText, verifyText } from './sign-messages.ts';

export type Call = {
  method: string;
  /** With its query, as it was signed. */
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
};

const windowSeconds = 300;

export function checkRequest(fake: Fake, { method, path, headers, body }: Call): void {
  const [, answer = ''] = /^WECHATPAY2-SHA256-RSA2048 (.+)$/.exec(headers.authorization ?? '') ?? [];
  const fields = Object.fromEntries([...answer.matchAll(/(\w+)="([^"]*)"/g)].map((match) => [match[1], match[2]]));
  const { mchid = '', nonce_str: nonce = '', timestamp = '', serial_no: serial = '', signature = '' } = fields;
  const { merchant } = fake;
  if (!answer || !nonce || !signature) throw badSignature('Http头Authorization值格式错误');
  if (mchid !== merchant.mchId) throw badSignature('商户号不存在');
  if (serial !== merchant.serial) throw badSignature('商户证书序列号有误');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) >= windowSeconds || !/^\d+$/.test(timestamp))
    throw badSignature('Http头Authorization中的timestamp与发起请求的时间不得超过5分钟');
  if (!verifyText(requestText(method, path, timestamp, nonce, body), signature, merchant.publicKey))
    throw badSignature('签名错误，请检查后再试');
  if (fake.nonces.has(nonce)) throw badSignature('请求重放');
  fake.nonces.add(nonce);
  if (!/application\/json|\*\/\*/.test(headers.accept ?? '') || !headers['user-agent'])
    throw badSignature('Http头缺少Accept或User-Agent');
}
