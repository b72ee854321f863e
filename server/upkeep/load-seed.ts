// Loads a seed file (docs/seed.md): owners with their sites, people, money and products. What exists already stays as it is.
import { randomBytes } from 'node:crypto';
import type { OwnerSeed, SeedFile } from '../../contract/seed.ts';
import { type Currency, currencies } from '../../domain/currencies.ts';
import { todayIn } from '../../domain/dates.ts';
import { languages, type Text } from '../../domain/languages.ts';
import { moneyFromDecimal } from '../../domain/money.ts';
import { hashPassword } from '../account/hash-password.ts';
import { makeSupplierOf } from '../account/sign-up.sql.ts';
import { refreshCards } from '../editing/cards.sql.ts';
import { moveBalance, moveLine, openJournal } from '../payment/ledger.sql.ts';
import { loadGazetteer } from '../places/load-gazetteer.ts';
import { type Database, inTransaction, type OwnerTrx } from '../platform/db.ts';
import { insertAgreement } from '../site/site.sql.ts';
import { loadProducts, type ReadText, type Tell } from './load-products.ts';
import {
  insertLedgerAccount,
  insertOpening,
  insertOwner,
  insertOwnerParts,
  insertPlaces,
  insertPriceRules,
  insertSeedAccount,
  insertSeedPartner,
} from './seed.sql.ts';

export async function loadSeed(database: Database, file: SeedFile, tell: Tell, now: Date): Promise<void> {
  const read: ReadText = (given) => {
    if (typeof given !== 'string') return given as Text;
    const phrase = file.phrases[given.slice(1)];
    if (!phrase) throw new Error(`the seed file has no phrase "${given}"`);
    return phrase as Text;
  };
  await insertPlaces(
    database.house,
    file.countries.map((one) => ({ country: one.code, key: one.key, names: read(one.names) })),
    file.cities.map((one) => ({
      city: one.key,
      country: one.country,
      zone: one.zone,
      lat: one.lat,
      lng: one.lng,
      names: read(one.names),
    })),
  );
  await loadGazetteer(database);
  for (const seed of file.owners) await loadOwner(database, seed, read, tell, now);
}

async function loadOwner(database: Database, seed: OwnerSeed, read: ReadText, tell: Tell, now: Date): Promise<void> {
  const { ownerId, fresh } = await insertOwner(database.house, {
    code: seed.code,
    name: seed.name,
    currency: seed.currency,
    zone: seed.zone,
    address: seed.address ?? null,
    languages: seed.languages ?? [...languages],
    currencies: seed.currencies ?? currencies,
    payMinutes: seed.payMinutes,
  });
  const owner = database.forOwner(ownerId);
  if (fresh) {
    await inTransaction(owner, async (owner) => {
      await insertOwnerParts(owner, partsOf(seed, read));
      for (const { kind, titles, texts } of seed.agreements)
        await insertAgreement(owner, {
          kind,
          token: randomBytes(12).toString('base64url'),
          titles: read(titles),
          texts: read(texts),
        });
      await loadPeople(owner, seed);
    });
  }
  await loadProducts(owner, seed, read, tell, todayIn(seed.zone, now.getTime()));
  await insertPriceRules(
    owner,
    seed.priceRules.map((one) => ({
      level: one.level,
      value: Math.round(one.percent * 100),
      product: one.product ?? null,
    })),
  );
  await refreshCards(owner);
}

function partsOf(seed: OwnerSeed, read: ReadText) {
  const minor = (value: number | string | undefined, currency: Currency) =>
    value === undefined ? null : moneyFromDecimal(value, currency).amountMinor;
  return {
    hostnames: seed.hostnames.map((one) => ({ host: one.host.toLowerCase(), customer_service: one.customerService })),
    setting: {
      title: read(seed.title),
      description: read(seed.description),
      brandColour: seed.brandColour,
      onlineServices: seed.onlineServices.map((one) => ({
        type: one.type,
        infoList: [{ info: one.info, picture: null }],
        timeInfo: one.timeInfo,
      })),
    },
    rates: Object.entries(seed.exchangeRates).map(([currency, rate]) => ({ currency, rate })),
    channels: seed.channels.map((one) => ({
      channel: one.channel,
      active: one.active,
      fee_percent: one.feePercent,
      merchant: one.merchant,
      secret: one.secret,
      base_url: one.baseUrl,
      options: {
        ...(one.instructions && { instructions: one.instructions }),
        ...(one.accounts && { accounts: one.accounts }),
      },
    })),
    announcements: seed.announcements.map((one) => ({ title: read(one.title), days_ago: one.daysAgo })),
    coupons: seed.promoCodes.map((one) => ({
      code: one.code,
      type: one.type,
      type_value: one.type % 2 ? String(minor(one.value, one.currency)) : String(one.value),
      order_min_minor: minor(one.orderMin, one.currency),
      max_minor: minor(one.max, one.currency),
      currency: one.currency,
      valid_days: one.validDays,
      use_limit: one.useLimit ?? null,
      user_limit: one.userLimit ?? null,
      products: one.products ?? null,
    })),
    promotions: seed.promotions.map((one, position) => ({
      titles: read(one.title),
      products: one.products,
      position,
    })),
  };
}

async function loadPeople(owner: OwnerTrx, seed: OwnerSeed): Promise<void> {
  for (const partner of seed.partners) {
    const partnerId = await insertSeedPartner(owner, partner);
    for (const user of partner.users) {
      const { kind, email, name, orderVisibility, username = null } = user;
      await insertSeedAccount(owner, {
        partnerId,
        kind,
        username,
        email,
        name,
        hash: await hashPassword(user.password),
        roles: [],
        language: 'en',
        orderVisibility,
      });
    }
    await loadMoney(owner, partnerId, partner, seed.currency);
  }
  for (const staff of seed.staff) {
    const { email, name, roles } = staff;
    const accountId = await insertSeedAccount(owner, {
      partnerId: null,
      kind: 'staff',
      username: null,
      email,
      name,
      hash: await hashPassword(staff.password),
      roles,
      language: 'en',
      orderVisibility: 1,
    });
    if (roles.includes('supplier')) await makeSupplierOf(owner, accountId);
  }
}

/**
 * The opening deposit is a recharge (deal type 1) and the opening credit line a raise (5) like any other, so that the
 * ledger adds up from the first day.
 */
async function loadMoney(
  owner: OwnerTrx,
  partnerId: number,
  partner: OwnerSeed['partners'][number],
  currency: Currency,
): Promise<void> {
  const deposit = moneyFromDecimal(partner.deposit, currency).amountMinor;
  const credit = moneyFromDecimal(partner.credit, currency).amountMinor;
  if (partner.kind !== 'individual' || deposit > 0) {
    const ledgerId = await insertLedgerAccount(owner, partnerId, 'deposit', currency, 0);
    if (deposit > 0) {
      await moveBalance(owner, { ledgerId, amountMinor: deposit, dealType: 1, cause: `opening ${partnerId}` });
    }
  }
  if (credit > 0) {
    const ledgerId = await insertLedgerAccount(owner, partnerId, 'credit', currency, 0);
    const opened = await insertOpening(owner, { partnerId, currency, amountMinor: credit });
    await moveLine(owner, ledgerId, credit);
    await openJournal(owner, { cause: `A${opened}`, dealType: 5 });
  }
}
