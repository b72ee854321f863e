// The menu of the back office (rules §10), by group and role.
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBriefcase,
  IconBuildingBank,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCalendarStats,
  IconCash,
  IconClipboardList,
  IconClipboardX,
  IconCoins,
  IconCreditCard,
  IconDeviceMobile,
  IconDiscount,
  IconEyeOff,
  IconFileCertificate,
  IconFileInvoice,
  IconFileText,
  type IconGauge,
  IconGift,
  IconHistory,
  IconLanguage,
  IconLayoutGrid,
  IconListCheck,
  IconMail,
  IconMailCog,
  IconMapPin,
  IconMessageReply,
  IconPackage,
  IconPlugConnected,
  IconReceiptRefund,
  IconScale,
  IconScan,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconStairsUp,
  IconStars,
  IconTags,
  IconTransfer,
  IconTruck,
  IconTruckDelivery,
  IconUserEdit,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWallet,
  IconWorldShare,
} from '@tabler/icons-react';
import type { OutputOf } from '../../../contract/index.ts';
import type { DeskRole } from '../../../domain/account-status.ts';
import { consolePaths } from '../../../domain/console-paths.ts';

export type MenuEntry = {
  to: string;
  Icon: typeof IconGauge;
  word: string;
  role?: DeskRole | readonly DeskRole[];
  /** Shown only to users of the role for whom this returns true. */
  needs?: 'keepsPlaces';
  /** Hidden even from an owner's admins. */
  houseOnly?: true;
};

type Group = { word: string; entries: MenuEntry[] };

/** Each entry with the role it needs, or one of several; admins see all entries. */
const menuGroups: Group[] = [
  {
    word: 'sales',
    entries: [
      {
        to: consolePaths.orders(),
        Icon: IconClipboardList,
        word: 'site.header.orders',
        role: ['operations', 'finance', 'supplier'],
      },
      { to: consolePaths.guests(), Icon: IconUsersGroup, word: 'desk.guests.title', role: ['operations', 'supplier'] },
      { to: consolePaths.cancels(), Icon: IconClipboardX, word: 'desk.queue.cancels', role: 'operations' },
      { to: consolePaths.marketplaces(), Icon: IconWorldShare, word: 'marketplace.title', role: 'operations' },
      { to: consolePaths.answers(), Icon: IconMessageReply, word: 'mending.answer.title', role: 'operations' },
      { to: consolePaths.incomplete(), Icon: IconListCheck, word: 'desk.queue.incomplete', role: 'operations' },
      { to: consolePaths.reviews(), Icon: IconStars, word: 'review.title', role: 'operations' },
      { to: consolePaths.redeem(), Icon: IconScan, word: 'desk.redeem.title', role: ['operations', 'supplier'] },
      {
        to: consolePaths.places(),
        Icon: IconCalendarStats,
        word: 'supplier.places',
        role: 'supplier',
        needs: 'keepsPlaces',
      },
      { to: consolePaths.quotations(), Icon: IconFileInvoice, word: 'quotation.quotations', role: 'operations' },
      { to: consolePaths.partners(), Icon: IconUsers, word: 'partner.title', role: 'operations' },
      { to: consolePaths.partnerChanges(), Icon: IconUserEdit, word: 'desk.queue.partnerChanges', role: 'operations' },
      { to: consolePaths.suppliers(), Icon: IconTruckDelivery, word: 'supplier.title', role: 'operations' },
      { to: consolePaths.supplies(), Icon: IconPlugConnected, word: 'reselling.bookings', role: 'operations' },
      { to: consolePaths.levels(), Icon: IconStairsUp, word: 'partner.level.title', role: 'admin' },
    ],
  },
  {
    word: 'catalogue',
    entries: [
      { to: consolePaths.products(), Icon: IconPackage, word: 'editing.title', role: 'content' },
      { to: consolePaths.agentPrices(), Icon: IconTags, word: 'editing.price.title', role: 'content' },
      { to: consolePaths.hidden(), Icon: IconEyeOff, word: 'editing.hidden.title', role: 'content' },
      { to: consolePaths.catalogue(), Icon: IconTransfer, word: 'porting.title', role: 'content' },
      { to: consolePaths.cities(), Icon: IconBuildingCommunity, word: 'places.city.title', role: 'content' },
      { to: consolePaths.areas(), Icon: IconMapPin, word: 'places.area.title', role: 'content' },
      { to: consolePaths.freight(), Icon: IconTruck, word: 'freight.title', role: 'content' },
    ],
  },
  {
    word: 'shop',
    entries: [
      { to: consolePaths.promotions(), Icon: IconLayoutGrid, word: 'marketing.promotion.title', role: 'content' },
      { to: consolePaths.announcements(), Icon: IconSpeakerphone, word: 'marketing.notice.title', role: 'content' },
      { to: consolePaths.pages(), Icon: IconFileText, word: 'site.page.title', role: 'content' },
      { to: consolePaths.mailTexts(), Icon: IconMailCog, word: 'notification.mailText.title', role: 'content' },
    ],
  },
  {
    word: 'money',
    entries: [
      { to: consolePaths.balances(), Icon: IconWallet, word: 'finance.ledger.title', role: 'finance' },
      { to: consolePaths.transfers(), Icon: IconBuildingBank, word: 'payment.channel.offline', role: 'finance' },
      {
        to: consolePaths.settlement(),
        Icon: IconCoins,
        word: 'supplier.settlement.title',
        role: ['finance', 'operations', 'supplier'],
      },
      { to: consolePaths.payments(), Icon: IconCash, word: 'finance.payments', role: 'finance' },
      { to: consolePaths.refunds(), Icon: IconReceiptRefund, word: 'finance.refunds', role: 'finance' },
      { to: consolePaths.differences(), Icon: IconScale, word: 'finance.differences', role: 'finance' },
      { to: consolePaths.coupons(), Icon: IconDiscount, word: 'marketing.coupon.title', role: 'finance' },
      { to: consolePaths.giftCards(), Icon: IconGift, word: 'finance.giftCard.title', role: 'finance' },
      { to: consolePaths.channels(), Icon: IconCreditCard, word: 'payment.channelSetting.title', role: 'finance' },
      { to: consolePaths.rates(), Icon: IconArrowsExchange, word: 'site.rate.title', role: 'finance' },
    ],
  },
  {
    word: 'house',
    entries: [
      { to: consolePaths.owners(), Icon: IconBuildingStore, word: 'house.owners', role: 'house', houseOnly: true },
      { to: consolePaths.houseAdmins(), Icon: IconUserShield, word: 'house.admins', role: 'house', houseOnly: true },
      { to: consolePaths.mails(), Icon: IconMail, word: 'console.mails', role: 'admin' },
      { to: consolePaths.failed(), Icon: IconAlertTriangle, word: 'staff.failed.title', role: 'admin' },
      { to: consolePaths.staff(), Icon: IconUserShield, word: 'staff.title', role: 'admin' },
      { to: consolePaths.log(), Icon: IconHistory, word: 'staff.log.title', role: ['admin', 'house'] },
      { to: consolePaths.persons(), Icon: IconShieldLock, word: 'privacy.title', role: 'admin' },
      { to: consolePaths.systems(), Icon: IconPlugConnected, word: 'systems.title', role: 'admin' },
      { to: consolePaths.company(), Icon: IconBriefcase, word: 'site.company.title', role: 'admin' },
      { to: consolePaths.translator(), Icon: IconLanguage, word: 'review.translator.title', role: 'admin' },
      { to: consolePaths.wallets(), Icon: IconDeviceMobile, word: 'export.wallet.title', role: 'admin' },
      { to: consolePaths.settings(), Icon: IconSettings, word: 'staff.menuSettings', role: 'admin' },
      { to: consolePaths.agreements(), Icon: IconFileCertificate, word: 'staff.menuAgreements', role: 'admin' },
    ],
  },
];

/** The groups of a person's menu with the entries that this person may open; none is empty. */
export function menuFor(me: OutputOf<'consoleMe'>): Group[] {
  const { roles } = me;
  const ofAdmins = (entry: MenuEntry) => roles.includes('admin') && !entry.houseOnly;
  const may = (entry: MenuEntry) =>
    (!entry.needs || me[entry.needs]) &&
    (ofAdmins(entry) || [entry.role ?? []].flat().some((item) => roles.includes(item)));
  return menuGroups
    .map((group) => ({ ...group, entries: group.entries.filter(may) }))
    .filter(({ entries }) => entries.length);
}
