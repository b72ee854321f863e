// The supplier's catalogue (F002): what this account may order. Types are numbers; plans without a card or an eSIM of their own top up an
// existing card, so they are left out.
import type { Language } from '../../../../domain/languages.ts';
import { type ChannelConfig, ChannelRefused, type SupplierPlan } from '../channel.ts';
import { invokeOrRefuse } from './billion-connect-calls.ts';

type Goods = { skuId?: unknown; name?: unknown; type?: unknown; desc?: unknown };

/** eSIM, alone or with a plan. */
const eSims = new Set(['230', '250', '3105', '3106']);
/** Plans alone, to top up an existing card. */
const topUps = new Set(['110', '111']);

/**
 * How an account sells is agreed with the supplier and shown on none of its pages: distribution is tried first, then wholesale, retail,
 * agencies, commission and the rest, until one is not refused.
 */
const salesMethods = ['5', '3', '1', '2', '4', '6'];

/** All of it is one answer. */
const mostBytes = 32 * 1024 * 1024;

export async function readCatalogue(config: ChannelConfig, language: Language, now: Date): Promise<SupplierPlan[]> {
  const spoken = language === 'zh_CN' || language === 'zh_TW' ? '1' : '2';
  let refusal: unknown;
  for (const salesMethod of salesMethods)
    try {
      const list = await invokeOrRefuse<Goods[]>(config, 'F002', { salesMethod, language: spoken }, now, mostBytes);
      return (Array.isArray(list) ? list : []).flatMap(readGoods);
    } catch (error) {
      if (!(error instanceof ChannelRefused)) throw error;
      refusal ??= error;
    }
  throw refusal;
}

function readGoods({ skuId, name, type, desc }: Goods): SupplierPlan[] {
  const kind = String(type ?? '');
  if (typeof skuId !== 'string' || !/^[\w.-]{1,40}$/.test(skuId) || topUps.has(kind)) return [];
  const text = (value: unknown) => (typeof value === 'string' ? value.trim().slice(0, 300) : '');
  return [{ sku: skuId, name: text(name) || skuId, kind: eSims.has(kind) ? 'eSim' : 'card', about: text(desc) }];
}
