// Calls about the site itself (§7 account and session).

import type { OutputOf } from '../../contract/index.ts';
import { todayIn } from '../../domain/dates.ts';
import { NotHere } from '../../domain/errors.ts';
import { textIn } from '../../domain/languages.ts';
import type { Handlers } from '../platform/bind.ts';
import type { Context } from '../platform/context.ts';
import type { Room } from '../platform/room.ts';
import { draftAgreement } from './agreement/draft-agreement.ts';
import { saveCompany, showCompany } from './edit-company.ts';
import { acceptOwnContract, listOwnContracts, publishContract, showContract, showContracts } from './edit-contracts.ts';
import { followFeed } from './fetch-rates.ts';
import { readAppearance } from './read-appearance.ts';
import {
  listAllAnnouncements,
  listAnnouncements,
  markAnnouncement,
  saveAnnouncement,
  showAnnouncement,
} from './save-announcements.ts';
import { listAllPages, savePage, showListPage, showPage } from './save-pages.ts';
import { fetchNow, saveRates, showRates } from './save-rates.ts';
import { publishAgreement, saveSettings, showAgreements, showSettings } from './save-settings.ts';
import { findAgreement } from './site.sql.ts';

/** What a hostname shows (§3 settings and header data). */
async function showSite(context: Context): Promise<OutputOf<'webSettings'>> {
  const { owner, site, language } = context;
  const { setting: row, pages, privacy } = await readAppearance(owner);
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
    currencies: site.usableCurrencies,
    demo: site.demo,
    pages: pages.map((page) => ({ id: String(page.page_id), title: textIn(page.titles, language) })),
    privacy: privacy ? textIn(privacy.titles, language) : '',
    customerService: site.customerService,
    publicKey: site.publicKey,
  };
}

const calls = {
  consoleCompany: showCompany,
  consoleCompanySave: saveCompany,
  consoleSettings: showSettings,
  consoleSettingsSave: saveSettings,
  consoleAgreements: showAgreements,
  consoleAgreementDraft: draftAgreement,
  consoleAgreementPublish: publishAgreement,
  consoleRates: showRates,
  consoleRatesSave: saveRates,
  consoleRatesFetch: fetchNow,
  webSettings: showSite,
  webSettingsRead: showSite,
  async ownerBasicInfo({ site }) {
    return { name: site.ownerName, currency: site.currency };
  },
  notifications: listAnnouncements,
  notification: showAnnouncement,
  notificationRead: markAnnouncement,
  customPage: showPage,
  listPage: showListPage,
  consoleAnnouncements: listAllAnnouncements,
  consoleAnnouncementSave: saveAnnouncement,
  consolePages: listAllPages,
  consolePageSave: savePage,
  contracts: listOwnContracts,
  contractAccept: acceptOwnContract,
  consoleContracts: showContracts,
  consoleContractPublish: publishContract,
  async agreement(context, { token, kind }) {
    const { owner, site, language } = context;
    const row = await findAgreement(owner, { token: token ?? null, kind: kind ?? (token ? null : 'booking') });
    if (!row && token) return showContract(context, token);
    if (!row) throw new NotHere();
    return {
      kind: row.kind,
      version: row.version,
      token: row.token,
      title: textIn(row.titles, language),
      text: textIn(row.texts, language),
      publishedAt: row.published_at.toISOString(),
      publishedOn: todayIn(site.zone, row.published_at.getTime()),
      contract: null,
    };
  },
} satisfies Partial<Handlers>;

export const siteRoom = {
  calls,
  jobs: ({ database, log, config, clock }) => ({
    rounds: [
      {
        everyMilliseconds: 60_000,
        run: () => followFeed({ database, log, address: config.ecbUrl, now: clock() }),
        byClock: true,
      },
    ],
  }),
} satisfies Room;
