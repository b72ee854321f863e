// Calls about the site itself (§7 account and session).
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { Handlers } from '../platform/bind.ts';
import { fetchNow, saveRates, showRates } from './save-rates.ts';
import { findAgreement, findWebSetting, listAnnouncements } from './site.sql.ts';

export const siteHandlers = {
  consoleRates: showRates,
  consoleRatesSave: saveRates,
  consoleRatesFetch: fetchNow,
  async webSettings({ db, site, language }) {
    const row = await findWebSetting(db, site.ownerId);
    if (!row) throw new NotHere();
    return {
      title: textIn(row.title, language),
      description: textIn(row.description, language),
      owner: { name: site.ownerName, currency: site.currency },
      ownerPicture: row.owner_picture,
      favicon: row.favicon,
      wxQrCode: row.wx_qr_code,
      brandColour: row.brand_colour,
      onlineServices: row.online_services,
      languages: site.languages,
      currencies: site.currencies,
      demo: site.demo,
      customerService: site.customerService,
      publicKey: site.publicKey,
    };
  },
  async ownerBasicInfo({ site }) {
    return { name: site.ownerName, currency: site.currency };
  },
  async notifications({ db, site, language }) {
    const list = await listAnnouncements(db, site.ownerId);
    return {
      list: list.map((row) => ({
        id: String(row.announcement_id),
        title: textIn(row.title, language),
        at: row.published_at.toISOString(),
      })),
    };
  },
  async agreement({ db, site, language }, { token, kind }) {
    const row =
      token || kind ? await findAgreement(db, site.ownerId, { token: token ?? null, kind: kind ?? null }) : undefined;
    if (!row) throw new NotHere();
    return {
      kind: row.kind,
      version: row.version,
      token: row.token,
      title: textIn(row.titles, language),
      text: textIn(row.texts, language),
      publishedAt: row.published_at.toISOString(),
    };
  },
} satisfies Partial<Handlers>;
