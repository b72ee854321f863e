// WeChat's open platform as far as a shop needs it to learn who pays: the page that sends the browser back with a code, and the call
// that exchanges the code for the openid. snsapi_base alone, which asks the person nothing.
import { type Fake, newLetters } from './run-fake.ts';

export type Reply = { status: number; headers: Record<string, string>; body: string };

/** Names in the order that WeChat requires. */
const names = ['appid', 'redirect_uri', 'response_type', 'scope', 'state'];
const codeMilliseconds = 300_000;

function refusePage(message: string): Reply {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const body = `<!doctype html><html lang="zh-CN"><title>WeChat (fake)</title><h1>${message}</h1>`;
  return { status: 400, headers, body };
}

/** /connect/oauth2/authorize: there and back at once; a person who declines comes back without a code. */
export function answerAuthorize(fake: Fake, path: string): Reply {
  const { searchParams: query } = new URL(path, 'http://own.invalid');
  const back = query.get('redirect_uri') ?? '';
  const state = query.get('state') ?? '';
  if ([...query.keys()].join() !== names.join()) return refusePage('链接参数顺序错误');
  if (query.get('appid') !== fake.merchant.appId) return refusePage('appid 参数错误');
  if (query.get('response_type') !== 'code') return refusePage('response_type 参数错误');
  if (query.get('scope') !== 'snsapi_base') return refusePage('Scope 参数错误或没有 Scope 权限');
  if (!/^[A-Za-z0-9]{1,128}$/.test(state)) return refusePage('state 参数错误');
  if (!/^https?:\/\/[^/]+\//.test(back) || !URL.canParse(back)) return refusePage('redirect_uri 参数错误');
  const target = new URL(back);
  if (fake.person) {
    const code = newLetters(32);
    fake.codes.set(code, { openid: fake.person, at: Date.now(), used: false });
    target.searchParams.set('code', code);
  }
  target.searchParams.set('state', state);
  return { status: 302, headers: { location: target.href, 'cache-control': 'no-store' }, body: '' };
}

/** /sns/oauth2/access_token: errors come with 200, JSON under another name. */
export function answerToken(fake: Fake, path: string): Reply {
  const { searchParams: query } = new URL(path, 'http://own.invalid');
  const answer = exchange(fake, (name) => query.get(name) ?? '');
  return { status: 200, headers: { 'content-type': 'text/plain' }, body: JSON.stringify(answer) };
}

function exchange({ merchant, codes }: Fake, get: (name: string) => string): object {
  const no = (errcode: number, errmsg: string) => ({ errcode, errmsg: `${errmsg}, rid: ${newLetters(8)}` });
  if (get('appid') !== merchant.appId) return no(40013, 'invalid appid');
  if (!merchant.appSecret || get('secret') !== merchant.appSecret) return no(40125, 'invalid appsecret');
  if (get('grant_type') !== 'authorization_code') return no(40002, 'invalid grant_type');
  if (!get('code')) return no(41008, 'missing code');
  const code = codes.get(get('code'));
  if (!code || Date.now() - code.at > codeMilliseconds) return no(40029, 'invalid code');
  if (code.used) return no(40163, 'code been used');
  code.used = true;
  return {
    access_token: newLetters(64),
    expires_in: 7200,
    refresh_token: newLetters(64),
    openid: code.openid,
    scope: 'snsapi_base',
    // A person who only looks at the page before signing in to WeChat.
    ...(code.openid.startsWith('oPreview') ? { is_snapshotuser: 1 } : {}),
  };
}
