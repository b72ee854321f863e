// Countries whose names differ between the browser and the server, such as Hong Kong: pages that name them are taken over by their scripts
// without an error (React 418), which would render the page anew. What problems the browser met is checked at the end of the file.
import { expect, it } from 'vitest';
import { sql } from '../../server/platform/db.ts';
import { enterConsole, enterShop, type TestBrowser, visit } from '../build/open-browser.ts';
import { openFlow } from '../build/open-flow.ts';
import type { TestHouse } from '../build/open-house.ts';
import { findAgency } from '../build/set-balances.ts';
import { buy } from '../build/set-up-desk.ts';
import { playOn } from '../build/small-seed.ts';

let test: TestHouse;
let browser: TestBrowser;
openFlow((flow) => {
  ({ test, browser } = flow);
});

it('§3 nationality: the guest list, an order and a partner from Hong Kong are shown as the server drew them', async () => {
  const house = test.database.house;
  await sql`UPDATE sku SET price_minor = 100 WHERE owner_id = 1`.execute(house);
  const agent = await test.signIn('agent@one.example', 'agent-2026');
  const orderNo = await buy(test, agent, { product: 'Green Hills Day Tour', quantity: 2 });
  await sql`UPDATE sub_order SET travellers = (SELECT jsonb_agg(t || '{"109": "HK"}') FROM jsonb_array_elements(travellers) t)
    WHERE owner_id = 1 AND order_no = ${orderNo}`.execute(house);
  const changes = JSON.stringify([{ path: 'travellers.0.109', from: 'MO', to: 'HK' }]);
  await sql`INSERT INTO order_change (owner_id, order_no, actor, actor_name, changes)
    VALUES (1, ${orderNo}, 'owner', 'Ops', ${changes}::jsonb)`.execute(house);
  await sql`UPDATE partner SET country = 'HK' WHERE owner_id = 1 AND name = 'Agency'`.execute(house);

  const desk = await browser.open(1440);
  await enterConsole(desk, 'admin@one.example', 'admin-2026');
  await visit(desk, `/console/guests?on=${playOn}`);
  await desk
    .getByText(/Hong Kong/)
    .first()
    .waitFor();
  await visit(desk, `/console/orders/${orderNo}`);
  await desk.locator('ins', { hasText: 'Hong Kong' }).waitFor();
  const finance = await test.signIn('finance@one.example', 'finance-2026');
  await visit(desk, `/console/partners/${await findAgency(test, finance)}`);
  await desk
    .getByText(/Hong Kong/)
    .first()
    .waitFor();

  const buyer = await browser.open(390);
  await enterShop(buyer, 'agent@one.example', 'agent-2026');
  await visit(buyer, `/uc/order/${orderNo}?l=en`);
  await buyer
    .getByText(/Hong Kong/)
    .first()
    .waitFor({ state: 'attached' });
  expect(browser.problems).toEqual([]);
}, 90_000);
