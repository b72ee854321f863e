// Who delivers some of the demo's products, one of them with a login, and what finance paid them for the last whole month (decision 0784).
import { todayIn } from '../../domain/dates.ts';
import { newKey, type Product } from './buy.ts';
import type { Stage } from './stage.ts';

type Desk = { admin: string; content: string };

/** The one with the login was made with its account. */
const second = {
  name: 'Andaman Blue',
  contacts: [{ name: 'สมชาย ใจดี', email: 'andaman@example.com', areaCode: '66', phone: '812345678' }],
  language: 'th' as const,
  zone: 'Asia/Bangkok',
  address: '99 Moo 4, Rawai, Phuket 83130',
  note: '',
  active: true,
  keepsStock: false,
  getsMails: false,
};
const citiesOf = { first: ['singapore'], second: ['phuket', 'krabi', 'bangkok', 'chiang-mai'] };

export async function hireSuppliers(stage: Stage, desk: Desk, products: Product[]): Promise<void> {
  const as = (token: string) => ({ token, host: stage.host });
  const { list } = (await stage.call('consoleSuppliers', {}, as(desk.admin))).data;
  const made = await stage.call('consoleSupplierSave', second, as(desk.admin));
  const suppliers = { first: list[0]?.id, second: made.data.id };
  for (const who of ['first', 'second'] as const) {
    const supplierId = suppliers[who];
    if (!supplierId) throw new Error('the demo has no supplier with a login');
    for (const { id } of products.filter(({ city }) => citiesOf[who].includes(city.key))) {
      const { revision, document } = (await stage.call('consoleProduct', { id }, as(desk.content))).data;
      const input = { id, revision, document: { ...document, supplierId } };
      const { code, msg } = await stage.call('consoleProductSave', input, as(desk.content));
      if (code !== 200) throw new Error(`${document.key} gets no supplier: ${msg}`);
    }
  }
}

/** One is paid whole and the other in part, so that something is outstanding. */
export async function paySuppliers(stage: Stage, finance: string, now: Date): Promise<void> {
  const as = { token: finance, host: stage.host };
  const { balances, from, to } = (await stage.call('consoleSettlement', {}, as)).data;
  const paidOn = todayIn(stage.zone, now.getTime());
  for (const [at, { supplierId: supplier, open }] of balances.entries()) {
    const amountMinor = at % 2 ? open.amountMinor : Math.round(open.amountMinor / 200) * 100;
    if (amountMinor <= 0) continue;
    const payment = { supplier, kind: 'paid' as const, amountMinor, currency: open.currency, from, to, paidOn };
    const reference = `TT-${paidOn.replaceAll('-', '')}-${at + 1}`;
    await stage.call('consoleSupplierPaymentSave', { ...payment, reference }, { ...as, key: newKey() });
  }
}
