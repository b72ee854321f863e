// A phone with WeChat's browser for tests: it stores cookies, goes to WeChat and comes back with the parameters that WeChat adds.
import type { CallName } from '../../contract/calls.ts';
import type { InputOf, OutputOf } from '../../contract/index.ts';
import { controlWechat } from './gateways/set-up-wechat.ts';
import type { Answer, TestHouse } from './open-house.ts';

export const insideWechat =
  'Mozilla/5.0 (Linux; Android 14; SM-S9210) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MicroMessenger/8.0.50 NetType/WIFI';

type Back = { path: string; go: string | null; code: string; state: string };

export type Phone = {
  cookies: Map<string, string>;
  /** As the browser got them, with their attributes. */
  written: string[];
  source: string;
  call<Name extends CallName>(name: Name, input: InputOf<Name>, more?: Record<string, string>): Promise<Answer<Name>>;
  /** Where WeChat sends the browser back to. */
  leave(address: string | null): Promise<Back>;
  /** There and back, and what the installation says then. */
  enter(go?: string): Promise<Answer<'wechatLogin'>>;
  /** The account of its session; '' for none. */
  who(): Promise<string>;
  login(account: string, password: string): Promise<Answer<'login'>>;
};

let phones = 0;

export function openPhone(test: TestHouse, host = 'one.test', agent = insideWechat): Phone {
  phones += 1;
  const source = `10.80.${phones >> 8}.${phones & 255}`;
  const cookies = new Map<string, string>();
  const written: string[] = [];
  const call: Phone['call'] = async (name, input, more = {}) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const headers = {
      'user-agent': agent,
      'x-forwarded-for': source,
      'sec-fetch-site': 'same-origin',
      cookie,
      ...more,
    };
    const result = await test.call(name, input, { host, headers });
    for (const one of result.headers.getSetCookie()) {
      written.push(one);
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value) cookies.set(key, value);
      else cookies.delete(key);
    }
    return result;
  };
  const leave: Phone['leave'] = async (address) => {
    const answer = await fetch(address ?? '', { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    const get = (name: string) => back.searchParams.get(name);
    return { path: back.origin + back.pathname, go: get('go'), code: get('code') ?? '', state: get('state') ?? '' };
  };
  return {
    cookies,
    written,
    source,
    call,
    leave,
    async enter(go) {
      const { data } = await call('wechatEnter', { go });
      const { code, state } = await leave(data.redirectUrl);
      return call('wechatLogin', { code, state });
    },
    async who() {
      const result = await call('getUserInfo', {});
      return result.code === 200 ? (result.data as OutputOf<'getUserInfo'>).email : '';
    },
    login: (account, password) => call('login', { account, password }),
  };
}

/** The person who holds the phone from now on. */
export async function beHeldBy(url: string, openid: string): Promise<void> {
  await controlWechat(url, 'person', { openid });
}
