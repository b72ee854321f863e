// Calls about the site itself (§7 account and session).
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { Handlers } from '../platform/bind.ts';
import {
  listAllAnnouncements,
  listAnnouncements,
  markAnnouncement,
  saveAnnouncement,
  showAnnouncement,
} from './keep-announcements.ts';
import { footerPages, listAllPages, savePage, showPage } from './keep-pages.ts';
import { fetchNow, saveRates, showRates } from './save-rates.ts';
import { findAgreement, findWebSetting } from './site.sql.ts';

export const siteHandlers = {
  consoleRates: showRates,
  consoleRatesSave: saveRates,
  consoleRatesFetch: fetchNow,
  async webSettings(context) {
    const { db, site, language } = context;
    const [row, pages] = await Promise.all([findWebSetting(db, site.ownerId), footerPages(context)]);
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
      pages,
      customerService: site.customerService,
      publicKey: site.publicKey,
    };
  },
  async ownerBasicInfo({ site }) {
    return { name: site.ownerName, currency: site.currency };
  },
  notifications: listAnnouncements,
  notification: showAnnouncement,
  notificationRead: markAnnouncement,
  customPage: showPage,
  consoleAnnouncements: listAllAnnouncements,
  consoleAnnouncementSave: saveAnnouncement,
  consolePages: listAllPages,
  consolePageSave: savePage,
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
