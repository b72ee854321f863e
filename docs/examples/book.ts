// From the search to the voucher with the TypeScript client.
// KEMBARA_URL is the shop's address, KEMBARA_KEY a test key, KEMBARA_QUERY words of a product without fields of its own.
import { makeClient } from 'kembara-client';

const { KEMBARA_URL = '', KEMBARA_KEY = '', KEMBARA_QUERY = '' } = process.env;
const shop = makeClient({ origin: KEMBARA_URL, key: KEMBARA_KEY, language: 'en', currency: 'MYR' });

const found = await shop.searchProducts({ query: KEMBARA_QUERY });
const id = found.list[0]?.id ?? '';
const pack = (await shop.productDetail({ id })).packages[0];
const skuId = pack?.skus[0]?.id ?? '';
const playOn = pack?.nextOn ?? '';

// The form says what the product asks for, and the total that you confirm with the order.
const form = await shop.bookProducts({ lines: `${skuId}:${playOn}::1`, addOns: '' });
const order = {
  id,
  lines: [{ skuId, playOn, session: '', quantity: 1 }],
  contact: { name: 'Mei Tan', email: 'mei@example.com', areaCode: '60', phone: '12345678' },
  agreed: true as const,
  seenTotal: form.total,
};
// The same key again gives the same order, never a second one: keep it with your own booking until you have the answer.
const { orderNo } = await shop.createOrder(order, { idempotencyKey: `book-${crypto.randomUUID()}` });

const deposit = (await shop.payInfo({ id: orderNo })).channels.find(({ channel }) => channel === 'deposit');
await shop.paying({ id: orderNo, channel: 'deposit', seen: deposit?.payable }, { idempotencyKey: `pay-${orderNo}` });
const paid = await shop.orderDetail({ id: orderNo });
console.log(paid.orderNo);
