// The list: each call of calls.ts with its schemas. One missing or one too many does not compile.
import { accountCalls } from './account.ts';
import type { CallSchemas, z } from './call.ts';
import type { CallName } from './calls.ts';
import { cancelCalls, supplementCalls } from './change-orders.ts';
import { completionCalls } from './completion.ts';
import { consoleCalls } from './console.ts';
import { deskCalls } from './desk.ts';
import { editingCalls } from './editing.ts';
import { financeCalls } from './finance.ts';
import { marketingCalls } from './marketing.ts';
import { memberCalls } from './members.ts';
import { moneyCalls, rateCalls } from './money.ts';
import { orderCalls } from './order.ts';
import { documentCalls, ownOrderCalls } from './own-orders.ts';
import { pageCalls } from './pages.ts';
import { placesCalls } from './places.ts';
import { portingCalls } from './porting.ts';
import { productCalls } from './product.ts';
import { siteCalls } from './site.ts';
import { transferCalls } from './transfer.ts';
import { wechatCalls } from './wechat.ts';

export const schemas = {
  ...siteCalls,
  ...accountCalls,
  ...memberCalls,
  ...consoleCalls,
  ...editingCalls,
  ...portingCalls,
  ...rateCalls,
  ...pageCalls,
  ...marketingCalls,
  ...productCalls,
  ...placesCalls,
  ...orderCalls,
  ...moneyCalls,
  ...ownOrderCalls,
  ...deskCalls,
  ...cancelCalls,
  ...supplementCalls,
  ...transferCalls,
  ...completionCalls,
  ...financeCalls,
  ...documentCalls,
  ...wechatCalls,
} satisfies Record<CallName, CallSchemas>;

type Schemas = typeof schemas;

/** What a caller sends: defaults may be left out. */
export type InputOf<Name extends CallName> = z.input<Schemas[Name]['input']>;
/** What the answer's `data` holds. */
export type OutputOf<Name extends CallName> = z.output<Schemas[Name]['output']>;
/** What a use case receives after parsing. */
export type ParsedInputOf<Name extends CallName> = z.output<Schemas[Name]['input']>;
