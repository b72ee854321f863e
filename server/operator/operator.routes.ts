// Calls of the owner's back office (decisions §10): partners, staff, settings, the preview inbox. Orders are worked on in server/desk.
import { NotHere } from '../../domain/errors.ts';
import { findMail, listMails } from '../notification/notification.sql.ts';
import type { Handlers } from '../platform/bind.ts';
import {
  decidePartner,
  freezeOneAccount,
  freezePartner,
  levelPartner,
  listPartners,
  showOnePartner,
  signInAs,
} from './decide-partner.ts';
import { listStaff, resetStaff, saveStaff } from './keep-staff.ts';
import { readLog } from './read-log.ts';
import { publishAgreement, saveSettings, showAgreements, showSettings } from './save-settings.ts';

const mailPageSize = 30;

export const operatorHandlers = {
  consolePartners: listPartners,
  consolePartner: showOnePartner,
  consolePartnerDecide: decidePartner,
  consolePartnerLevel: levelPartner,
  consolePartnerFreeze: freezePartner,
  consoleAccountFreeze: freezeOneAccount,
  consoleSignInAs: signInAs,
  consoleStaff: listStaff,
  consoleStaffSave: saveStaff,
  consoleStaffReset: resetStaff,
  consoleLog: readLog,
  consoleSettings: showSettings,
  consoleSettingsSave: saveSettings,
  consoleAgreements: showAgreements,
  consoleAgreementPublish: publishAgreement,
  async consoleMails({ db, site }, { page }) {
    const { total, list } = await listMails(db, site.ownerId, { size: mailPageSize, from: (page - 1) * mailPageSize });
    return {
      total,
      list: list.map((row) => ({
        id: String(row.mail_id),
        to: row.recipient,
        subject: row.subject,
        at: row.created_at.toISOString(),
        sent: row.sent_at !== null,
      })),
    };
  },
  async consoleMail({ db, site }, { id }) {
    const row = await findMail(db, site.ownerId, id);
    if (!row) throw new NotHere();
    return {
      id,
      to: row.recipient,
      subject: row.subject,
      at: row.created_at.toISOString(),
      html: row.html,
      text: row.body,
      attachments: row.attachments.map((one, at) => ({
        name: one.name,
        href: `/api/console/mails/${id}/attachments/${at}`,
        size: Buffer.byteLength(one.base64, 'base64'),
      })),
    };
  },
} satisfies Partial<Handlers>;
