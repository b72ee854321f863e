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
import { loadProducts, type ReadText, type Report } from './load-products.ts';
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

export async function loadSeed(database: Database, file: SeedFile, report: Report, now: Date): Promise<void> {
  const read: ReadText = (text) => {
    if (typeof text !== 'string') return text as Text;
    const phrase = file.phrases[text.slice(1)];
    if (!phrase) throw new Error(`the seed file has no phrase "${text}"`);
    return phrase as Text;
  };
  await insertPlaces(
    database.house,
    file.countries.map((country) => ({ country: country.code, key: country.key, names: read(country.names) })),
    file.cities.map((city) => ({
      city: city.key,
      country: city.country,
      zone: city.zone,
      lat: city.lat,
      lng: city.lng,
      names: read(city.names),
    })),
  );
  await loadGazetteer(database);
  for (const seed of file.owners) await loadOwner(database, seed, read, report, now);
}

async function loadOwner(
  database: Database,
  seed: OwnerSeed,
  read: ReadText,
  report: Report,
  now: Date,
): Promise<void> {
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
  await loadProducts(owner, seed, read, report, todayIn(seed.zone, now.getTime()));
  await insertPriceRules(
    owner,
    seed.priceRules.map((rule) => ({
      level: rule.level,
      value: Math.round(rule.percent * 100),
      product: rule.product ?? null,
    })),
  );
  await refreshCards(owner);
}

function partsOf(seed: OwnerSeed, read: ReadText) {
  const minor = (value: number | string | undefined, currency: Currency) =>
    value === undefined ? null : moneyFromDecimal(value, currency).amountMinor;
  return {
    hostnames: seed.hostnames.map((hostname) => ({
      host: hostname.host.toLowerCase(),
      customer_service: hostname.customerService,
    })),
    setting: {
      title: read(seed.title),
      description: read(seed.description),
      brandColour: seed.brandColour,
      onlineServices: seed.onlineServices.map((service) => ({
        type: service.type,
        infoList: [{ info: service.info, picture: null }],
        timeInfo: service.timeInfo,
      })),
    },
    rates: Object.entries(seed.exchangeRates).map(([currency, rate]) => ({ currency, rate })),
    channels: seed.channels.map((channel) => ({
      channel: channel.channel,
      active: channel.active,
      fee_percent: channel.feePercent,
      merchant: channel.merchant,
      secret: channel.secret,
      base_url: channel.baseUrl,
      options: {
        ...(channel.instructions && { instructions: channel.instructions }),
        ...(channel.accounts && { accounts: channel.accounts }),
      },
    })),
    announcements: seed.announcements.map((announcement) => ({
      title: read(announcement.title),
      days_ago: announcement.daysAgo,
    })),
    coupons: seed.promoCodes.map((code) => ({
      code: code.code,
      type: code.type,
      type_value: code.type % 2 ? String(minor(code.value, code.currency)) : String(code.value),
      order_min_minor: minor(code.orderMin, code.currency),
      max_minor: minor(code.max, code.currency),
      currency: code.currency,
      valid_days: code.validDays,
      use_limit: code.useLimit ?? null,
      user_limit: code.userLimit ?? null,
      products: code.products ?? null,
    })),
    promotions: seed.promotions.map((promotion, position) => ({
      titles: read(promotion.title),
      products: promotion.products,
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
    const ledgerId = await insertLedgerAccount(owner, partnerId, 'deposit', currency);
    if (deposit > 0) {
      await moveBalance(owner, { ledgerId, amountMinor: deposit, dealType: 1, cause: `opening ${partnerId}` });
    }
  }
  if (credit > 0) {
    const ledgerId = await insertLedgerAccount(owner, partnerId, 'credit', currency);
    const opened = await insertOpening(owner, { partnerId, currency, amountMinor: credit });
    await moveLine(owner, ledgerId, credit);
    await openJournal(owner, { cause: `A${opened}`, dealType: 5 });
  }
}
