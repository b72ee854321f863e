// A system that sells the first owner's products by OCTO, with a key of its agency: short functions for its requests.
import { sql } from '../../server/platform/db.ts';
import { findBreaches } from './check-octo.ts';
import type { TestHouse } from './open-house.ts';
import { makeOctoKey } from './pass-on.ts';

/** The body has no type of ours: findBreaches holds it to the standard. */
export type OctoAnswered = { status: number; headers: Headers; body: ReturnType<typeof JSON.parse> };
type Ask = { method?: string; body?: unknown; capabilities?: string; key?: string };
export type OctoFound = { productId: string; optionId: string; units: string[] };

export async function openOcto(test: TestHouse) {
  const own = await makeOctoKey(test);
  await sql`UPDATE api_key SET per_minute = 6000`.execute(test.database.house);

  async function ask(path: string, { method, body, capabilities = '', key = own }: Ask = {}): Promise<OctoAnswered> {
    const answer = await test.fetch(`/octo${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...{ authorization: `Bearer ${key}`, 'content-type': 'application/json', 'octo-capabilities': capabilities },
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : null };
  }

  async function find(name: string): Promise<OctoFound> {
    const { body } = await ask('/products', { capabilities: 'octo/pickups, octo/questions' });
    const product = body.find((one: { internalName: string }) => one.internalName === name);
    if (!product) throw new Error(`no ${name} among the products`);
    const [option] = product.options;
    return { productId: product.id, optionId: option.id, units: option.units.map((one: { id: string }) => one.id) };
  }

  /** Throws where the answer is no 200 or not of the standard. */
  async function get(shape: string, path: string, more: Ask = {}): Promise<OctoAnswered['body']> {
    const { status, body } = await ask(path, more);
    const breaches = status === 200 ? findBreaches(body, shape) : [JSON.stringify(body)];
    if (breaches.length) throw new Error(`${path}: ${status} ${breaches.join('; ')}`);
    return body;
  }

  return { ask, find, get, key: own };
}

/** Held and sold places of the first owner's product on a day. */
export async function placesOn(test: TestHouse, name: string, on: string): Promise<{ held: number; sold: number }> {
  const { rows } = await sql<{ held: number; sold: number }>`SELECT d.held, d.sold FROM departure d
    JOIN package k USING (owner_id, package_id) JOIN product p USING (owner_id, product_id)
    WHERE d.owner_id = 1 AND p.names ->> 'en' = ${name} AND d.play_on = ${on}::date LIMIT 1`.execute(
    test.database.house,
  );
  return rows[0] ?? { held: -1, sold: -1 };
}

/** What lies on the agency's deposit, in sen. */
export async function depositOf(test: TestHouse): Promise<number> {
  const { rows } = await sql<{
    n: number;
  }>`SELECT balance_minor AS n FROM ledger_account l JOIN partner p USING (owner_id, partner_id)
    WHERE l.owner_id = 1 AND p.name = 'Agency' AND l.kind = 'deposit' AND l.currency = 'MYR'`.execute(
    test.database.house,
  );
  return rows[0]?.n ?? -1;
}
