// Bulk writing of owners and catalogues for seeds and imports. Existing rows stay as they are.
import type { Currency } from '../../domain/currencies.ts';
import { openDay } from '../../domain/dates.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { firstRow, type House, type Owner, type Owners, rows, sql } from '../platform/db.ts';

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

/** Owners that the demo did not create: then it is not loaded. */
export async function countForeignOwners(house: House): Promise<number> {
  return (await firstRow(house, sql<{ n: number }>`SELECT count(*)::int AS n FROM owner WHERE code <> 'demo'`))?.n ?? 0;
}

/** Whether the demo was loaded to its end; a load that was cut off is carried on at the next start. */
export async function isDemoLoaded(house: House): Promise<boolean> {
  return (await rows(house, sql`SELECT 1 FROM migration WHERE name = 'demo loaded'`)).length > 0;
}

export async function markDemoLoaded(house: House): Promise<void> {
  await sql`INSERT INTO migration (name) VALUES ('demo loaded') ON CONFLICT DO NOTHING`.execute(house);
}

export async function insertPlaces(house: House, countries: unknown[], cities: unknown[]): Promise<void> {
  await sql`INSERT INTO country (country, key, names) SELECT country, key, names
    FROM jsonb_to_recordset(${json(countries)}) AS c(country text, key text, names jsonb) ON CONFLICT DO NOTHING`.execute(
    house,
  );
  await sql`INSERT INTO city (city, country, zone, lat, lng, names) SELECT * FROM jsonb_to_recordset(${json(cities)})
    AS c(city text, country text, zone text, lat float8, lng float8, names jsonb) ON CONFLICT DO NOTHING`.execute(
    house,
  );
}

export type NewOwner = {
  code: string;
  name: string;
  currency: Currency;
  zone: string;
  address: string | null;
  languages: string[];
  currencies: Currency[];
  payMinutes: number;
};

export async function insertOwner(house: House, added: NewOwner): Promise<{ ownerId: number; fresh: boolean }> {
  const made = await firstRow(
    house,
    sql<{
      owner_id: number;
    }>`INSERT INTO owner (code, name, currency, zone, address, languages, currencies, pay_minutes)
      VALUES (${added.code}, ${added.name}, ${added.currency}, ${added.zone}, ${added.address}, ${added.languages},
        ${added.currencies}, ${added.payMinutes})
      ON CONFLICT (code) DO NOTHING RETURNING owner_id`,
  );
  if (made) return { ownerId: made.owner_id, fresh: true };
  const known = await firstRow(house, sql<{ owner_id: number }>`SELECT owner_id FROM owner WHERE code = ${added.code}`);
  if (!known) throw new Error(`owner ${added.code} was not written`);
  return { ownerId: known.owner_id, fresh: false };
}

export type OwnerParts = {
  hostnames: unknown[];
  setting: Record<string, unknown>;
  rates: unknown[];
  channels: unknown[];
  announcements: unknown[];
  coupons: unknown[];
  promotions: unknown[];
};

/** Everything around an owner but its people and products. */
export async function insertOwnerParts(owner: Owner, parts: OwnerParts): Promise<void> {
  const { setting } = parts;
  await sql`INSERT INTO hostname (host, owner_id, customer_service) SELECT host, ${owner.id}, customer_service
    FROM jsonb_to_recordset(${json(parts.hostnames)}) AS h(host text, customer_service boolean) ON CONFLICT DO NOTHING`.execute(
    owner,
  );
  await sql`INSERT INTO web_setting (owner_id, title, description, brand_colour, online_services)
    VALUES (${owner.id}, ${json(setting.title)}, ${json(setting.description)}, ${setting.brandColour},
      ${json(setting.onlineServices)}) ON CONFLICT DO NOTHING`.execute(owner);
  await sql`INSERT INTO exchange_rate (owner_id, currency, rate) SELECT ${owner.id}, currency, rate
    FROM jsonb_to_recordset(${json(parts.rates)}) AS r(currency text, rate numeric) ON CONFLICT DO NOTHING`.execute(
    owner,
  );
  await sql`INSERT INTO channel_setting (owner_id, channel, active, fee_percent, merchant, secret, base_url, options)
    SELECT ${owner.id}, channel, active, fee_percent, merchant, secret, base_url, options FROM jsonb_to_recordset(${json(parts.channels)})
      AS c(channel text, active boolean, fee_percent text, merchant text, secret text, base_url text, options jsonb)
        ON CONFLICT DO NOTHING`.execute(owner);
  await sql`INSERT INTO announcement (owner_id, title, published_at) SELECT ${owner.id}, title, now() - make_interval(days => days_ago)
    FROM jsonb_to_recordset(${json(parts.announcements)}) AS a(title jsonb, days_ago int)`.execute(owner);
  await sql`INSERT INTO coupon (owner_id, code, type, type_value, order_min_minor, max_minor, currency, ends_at,
    use_limit, user_limit, product_keys)
    SELECT ${owner.id}, upper(code), type, type_value, order_min_minor, max_minor, currency,
      now() + make_interval(days => valid_days), use_limit, user_limit,
      CASE WHEN products IS NULL THEN NULL ELSE ARRAY(SELECT jsonb_array_elements_text(products)) END
    FROM jsonb_to_recordset(${json(parts.coupons)})
      AS c(code text, type int, type_value text, order_min_minor bigint, max_minor bigint, currency text,
      valid_days int, use_limit int, user_limit int, products jsonb) ON CONFLICT DO NOTHING`.execute(owner);
  await sql`INSERT INTO promotion (owner_id, titles, product_keys, position)
    SELECT ${owner.id}, titles, ARRAY(SELECT jsonb_array_elements_text(products)), position
    FROM jsonb_to_recordset(${json(parts.promotions)}) AS p(titles jsonb, products jsonb, position int)`.execute(owner);
}

export async function insertSeedPartner(
  owner: Owner,
  { kind, name, level }: { kind: string; name: string; level: number },
): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      partner_id: number;
    }>`INSERT INTO partner (owner_id, kind, name, level, approval)
      VALUES (${owner.id}, ${kind}, ${name}, ${level}, ${kind === 'individual' ? 'none' : 'approved'}) RETURNING partner_id`,
  );
  if (!row) throw new Error(`partner ${name} was not written`);
  return row.partner_id;
}

export type SeedAccount = {
  partnerId: number | null;
  kind: string;
  username: string | null;
  email: string;
  name: string;
  hash: string;
  roles: string[];
  language: string;
  orderVisibility: number;
};

export async function insertSeedAccount(owner: Owner, row: SeedAccount): Promise<number> {
  const made = await firstRow(
    owner,
    sql<{
      account_id: number;
    }>`INSERT INTO account (owner_id, partner_id, kind, username, email, name, password_hash, roles, language,
    order_visibility, email_proved_at)
    VALUES (${owner.id}, ${row.partnerId}, ${row.kind}, ${row.username}, lower(${row.email}), ${row.name}, ${row.hash},
      ${row.roles}, ${row.language}, ${row.orderVisibility}, now()) RETURNING account_id`,
  );
  if (!made) throw new Error(`account ${row.email} was not written`);
  return made.account_id;
}

export async function insertLedgerAccount(
  owner: Owner,
  partnerId: number,
  kind: 'deposit' | 'credit',
  currency: Currency,
): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      ledger_id: number;
    }>`INSERT INTO ledger_account (owner_id, partner_id, kind, currency, credit_limit_minor)
      VALUES (${owner.id}, ${partnerId}, ${kind}, ${currency}, 0) RETURNING ledger_id`,
  );
  if (!row) throw new Error('a ledger account was not written');
  return row.ledger_id;
}

/** The credit line that a partner begins with, as a change of the owner's; answers its number. */
export async function insertOpening(
  owner: Owner,
  { partnerId, currency, amountMinor }: { partnerId: number; currency: Currency; amountMinor: number },
): Promise<number> {
  const row = await firstRow(
    owner,
    sql<{
      adjustment_id: number;
    }>`INSERT INTO adjustment (owner_id, partner_id, deal_type, currency, amount_minor, reason, state, asked_by, asked_by_name, decided_at)
      VALUES (${owner.id}, ${partnerId}, 5, ${currency}, ${amountMinor}, '', 'done', 0, '', now()) RETURNING adjustment_id`,
  );
  if (!row) throw new Error('an opening credit line was not written');
  return row.adjustment_id;
}

/** Which of some keys are those of products. */
export async function listProductKeys(owner: Owner, keys: string[]): Promise<Set<string>> {
  const found = await rows(
    owner,
    sql<{ key: string }>`SELECT key FROM product WHERE owner_id = ${owner.id} AND key = ANY(${keys}::text[])`,
  );
  return new Set(found.map((row) => row.key));
}

/** Puts a new product on sale, as popular and as old as the seed says. */
export async function putOnSale(
  owner: Owner,
  productId: number,
  { popularity, ageSeconds }: { popularity: number; ageSeconds: number },
): Promise<void> {
  await sql`UPDATE product SET state = 'published', on_shelf = true, popularity = ${popularity},
      created_at = now() - make_interval(secs => ${ageSeconds})
    WHERE owner_id = ${owner.id} AND product_id = ${productId}`.execute(owner);
}

/** Other prices of SKUs on the Saturdays and Sundays of so many days. */
export async function insertWeekendPrices(
  owner: Owner,
  list: { package_id: number; position: number; price_minor: number }[],
  today: string,
  days: number,
): Promise<void> {
  await sql`INSERT INTO sku_price (owner_id, sku_id, play_on, price_minor)
    SELECT ${owner.id}, s.sku_id, d.on, g.price_minor
    FROM jsonb_to_recordset(${json(list)}) AS g(package_id bigint, position int, price_minor bigint)
      JOIN sku s ON s.owner_id = ${owner.id} AND s.package_id = g.package_id AND s.position = g.position
      CROSS JOIN LATERAL (SELECT ${today}::date + n AS on FROM generate_series(0, ${days}::int - 1) n) d
    WHERE extract(isodow FROM d.on) > 5`.execute(owner);
}

/** Percent rules of price levels; `product` null is everything. */
export async function insertPriceRules(
  owner: Owner,
  list: { level: number; value: number; product: string | null }[],
): Promise<void> {
  await sql`INSERT INTO price_rule (owner_id, product_id, level, kind, value)
    SELECT ${owner.id}, p.product_id, r.level, 'percent', r.value
    FROM jsonb_to_recordset(${json(list)}) AS r(level int, value bigint, product text)
      LEFT JOIN product p ON p.owner_id = ${owner.id} AND p.key = r.product
    WHERE r.product IS NULL OR p.product_id IS NOT NULL ON CONFLICT DO NOTHING`.execute(owner);
}

/**
 * Departures of packages that have none, for `days` days from today. A demo catalogue has closed days and nearly full ones, always the
 * same for a day. There is nothing that could conflict: looking for it takes a quarter of loading a large catalogue.
 */
export async function insertDepartures(
  owner: Owner,
  list: unknown[],
  today: string,
  days: number,
  varied: boolean,
): Promise<void> {
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT ${owner.id}, k.package_id, d.on, s.session, CASE WHEN NOT ${varied}::boolean THEN k.capacity
        WHEN abs(hashint8(k.package_id * 7919 + (d.on - date '2020-01-01'))) % 23 = 0 THEN 0
        WHEN abs(hashint8(k.package_id * 104729 + (d.on - date '2020-01-01'))) % 9 = 0 THEN least(k.capacity, 4) ELSE k.capacity END
    FROM jsonb_to_recordset(${json(list)}) AS k(package_id bigint, capacity int, sessions jsonb)
      CROSS JOIN LATERAL (SELECT DISTINCT e AS session FROM jsonb_array_elements_text(k.sessions) e) s
      CROSS JOIN LATERAL (SELECT ${today}::date + n AS on FROM generate_series(0, ${days}::int - 1) n) d`.execute(
    owner,
  );
}

export async function insertGivenDepartures(
  owner: Owner,
  list: { package_id: number; on: string; session: string; capacity: number }[],
): Promise<void> {
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity) SELECT ${owner.id}, package_id, "on", session, capacity
    FROM jsonb_to_recordset(${json(list)}) AS d(package_id bigint, "on" date, session text, capacity int) ON CONFLICT DO NOTHING`.execute(
    owner,
  );
}

/** Limits of SKUs on every departure of their packages. */
export async function insertLimits(
  owner: Owner,
  list: { package_id: number; position: number; capacity: number }[],
): Promise<void> {
  await sql`WITH made AS (INSERT INTO departure_sku (owner_id, departure_id, sku_id, capacity)
      SELECT s.owner_id, d.departure_id, s.sku_id, g.capacity FROM jsonb_to_recordset(${json(list)})
        AS g(package_id bigint, position int, capacity int)
        JOIN sku s ON s.owner_id = ${owner.id} AND s.package_id = g.package_id AND s.position = g.position
        JOIN departure d ON d.owner_id = s.owner_id AND d.package_id = s.package_id ON CONFLICT DO NOTHING RETURNING departure_id)
    UPDATE departure SET limited = true WHERE owner_id = ${owner.id} AND departure_id IN (SELECT departure_id FROM made)`.execute(
    owner,
  );
}

/**
 * Carries the demo's calendar on: each package gets the days up to `days` from today that it lacks, like the same weekday before, with the
 * limits of its SKUs.
 */
async function extendDepartures(owner: Owner, today: string, days: number): Promise<void> {
  await sql`WITH week AS (SELECT l.*, m.last FROM departure l
      JOIN (SELECT package_id, max(play_on) AS last FROM departure WHERE owner_id = ${owner.id} GROUP BY package_id) m
        ON m.package_id = l.package_id AND l.play_on > m.last - 7 WHERE l.owner_id = ${owner.id}),
    made AS (INSERT INTO departure (owner_id, package_id, play_on, session, capacity, limited)
      SELECT l.owner_id, l.package_id, l.play_on + 7 * w, l.session, l.capacity, l.limited FROM week l CROSS JOIN generate_series(1, 60) w
      WHERE l.play_on + 7 * w > l.last AND l.play_on + 7 * w < ${today}::date + ${days}::int ON CONFLICT DO NOTHING
      RETURNING departure_id, package_id, play_on, session, limited),
    limits AS MATERIALIZED (SELECT l.package_id, l.session, l.play_on, t.sku_id, t.capacity
      FROM departure_sku t JOIN week l ON l.departure_id = t.departure_id WHERE t.owner_id = ${owner.id} AND l.limited)
    INSERT INTO departure_sku (owner_id, departure_id, sku_id, capacity)
      SELECT ${owner.id}, n.departure_id, l.sku_id, l.capacity FROM made n
        JOIN limits l ON l.package_id = n.package_id AND l.session = n.session AND (n.play_on - l.play_on) % 7 = 0 WHERE n.limited`.execute(
    owner,
  );
}

/** The days before the first one, like the same weekday of the first week: for a demo that has a past. Open tickets have no such days. */
export async function insertPastDepartures(owner: Owner, days: number): Promise<void> {
  await sql`INSERT INTO departure (owner_id, package_id, play_on, session, capacity)
    SELECT l.owner_id, l.package_id, l.play_on - 7 * w, l.session, l.capacity FROM departure l
      JOIN (SELECT package_id, min(play_on) AS first FROM departure WHERE owner_id = ${owner.id} GROUP BY package_id) m
        ON m.package_id = l.package_id AND l.play_on < m.first + 7 CROSS JOIN generate_series(1, ${Math.ceil(days / 7)}::int) w
    WHERE l.owner_id = ${owner.id} AND l.play_on <> ${openDay}::date ON CONFLICT DO NOTHING`.execute(owner);
}

export async function analyse(house: House): Promise<void> {
  await sql`ANALYZE`.execute(house);
}

/** Keeps the demo's 120 days ahead full, however long the installation was not started; once on a day of the demo's zone. */
export async function extendDemo({ house, forOwner }: Owners): Promise<void> {
  const demo = await firstRow(
    house,
    sql<{
      owner_id: number;
      today: string;
      done: boolean;
    }>`SELECT o.owner_id, t.today::text AS today, EXISTS (SELECT 1 FROM migration m
        WHERE m.name = 'demo extended' AND (m.applied_at AT TIME ZONE o.zone)::date = t.today) AS done
      FROM owner o CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE o.zone)::date AS today) t WHERE o.code = 'demo'
        AND NOT EXISTS (SELECT 1 FROM owner_away a WHERE a.owner_id = o.owner_id)`,
  );
  if (!demo || demo.done) return;
  const owner = forOwner(demo.owner_id);
  await extendDepartures(owner, demo.today, 120);
  await refreshCards(owner);
  await sql`INSERT INTO migration (name) VALUES ('demo extended')
    ON CONFLICT (name) DO UPDATE SET applied_at = excluded.applied_at`.execute(house);
}

export async function findDemo(house: House): Promise<{ owner_id: number; zone: string } | undefined> {
  return firstRow(house, sql<{ owner_id: number; zone: string }>`SELECT owner_id, zone FROM owner WHERE code = 'demo'`);
}

/** Where the demo's gateway is looked for; undefined when the demo has none. */
export async function findSandbox(house: House): Promise<string | undefined> {
  const found = await firstRow(
    house,
    sql<{ base_url: string }>`SELECT base_url FROM channel_setting WHERE channel = 'sandbox'
      AND owner_id = (SELECT owner_id FROM owner WHERE code = 'demo')`,
  );
  return found?.base_url;
}

/** The demo may listen elsewhere at each start: its gateway, and the shop itself unless it was given an address of its own. */
export async function pointDemo(
  house: House,
  { baseUrl, secret, address }: { baseUrl: string; secret: string; address: string },
): Promise<void> {
  await sql`UPDATE channel_setting SET base_url = ${baseUrl}, secret = ${secret} WHERE channel = 'sandbox'
    AND owner_id = (SELECT owner_id FROM owner WHERE code = 'demo')`.execute(house);
  await sql`UPDATE owner SET address = ${address} WHERE code = 'demo' AND address LIKE 'http://localhost:%'
    AND address <> ${address}`.execute(house);
}

/** What the picture of an image code says, for the demo's past, whose people have no eyes. */
export async function findImageText(house: House, ticket: string): Promise<string> {
  const found = await firstRow(
    house,
    sql<{ text: string }>`SELECT answer_text AS text FROM captcha WHERE ticket = ${ticket}`,
  );
  return found?.text ?? '';
}
