// Frame of the back office (rules §10): a menu by role, folded on phones; dark when the device is, or when switched.
import {
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
  IconDiscount,
  IconEyeOff,
  IconFileCertificate,
  IconFileInvoice,
  IconFileText,
  IconGauge,
  IconHistory,
  IconLayoutGrid,
  IconListCheck,
  IconLogout,
  IconMail,
  IconMailCog,
  IconMapPin,
  IconMenu2,
  IconMessageReply,
  IconMoon,
  IconPackage,
  IconReceiptRefund,
  IconScale,
  IconScan,
  IconSettings,
  IconShieldLock,
  IconSpeakerphone,
  IconStairsUp,
  IconTags,
  IconTransfer,
  IconTruck,
  IconTruckDelivery,
  IconUserEdit,
  IconUserShield,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { NavLink, Outlet, redirect } from 'react-router';
import type { OutputOf } from '../../../contract/index.ts';
import type { DeskRole } from '../../../domain/account-status.ts';
import { consolePaths } from '../../../domain/console-paths.ts';
import { send, visitor } from '../../call.ts';
import { load } from '../../load.ts';
import { forgetPerson } from '../../parts/account/forget-person.ts';
import { PageProblem } from '../../parts/page/page-problem.tsx';
import { LanguageSwitch } from '../../parts/page/switchers.tsx';
import { useWords } from '../../parts/use-words.ts';
import { useRoot } from '../../root-data.ts';
import type { Route } from './+types/console-layout';
import { type Theme, useTheme } from './use-theme.ts';

type Entry = {
  to: string;
  Icon: typeof IconGauge;
  word: string;
  role?: DeskRole | readonly DeskRole[];
  /** Shown only to those of the role for whom this is so. */
  needs?: 'keepsPlaces';
  /** Not even for an owner's admins. */
  houseOnly?: true;
};

type Group = { word: string; entries: Entry[] };

/** Each entry with the role it needs, or one of those; admins see all of them. */
const groups: Group[] = [
  {
    word: 'sales',
    entries: [
      {
        to: consolePaths.orders(),
        Icon: IconClipboardList,
        word: 'site.header.orders',
        role: ['operations', 'finance', 'supplier'],
      },
      { to: consolePaths.cancels(), Icon: IconClipboardX, word: 'desk.queue.cancels', role: 'operations' },
      { to: consolePaths.answers(), Icon: IconMessageReply, word: 'mending.answer.title', role: 'operations' },
      { to: consolePaths.incomplete(), Icon: IconListCheck, word: 'desk.queue.incomplete', role: 'operations' },
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
      { to: consolePaths.channels(), Icon: IconCreditCard, word: 'payment.channelSetting.title', role: 'finance' },
      { to: consolePaths.rates(), Icon: IconArrowsExchange, word: 'site.rate.title', role: 'finance' },
    ],
  },
  {
    word: 'house',
    entries: [
      { to: consolePaths.owners(), Icon: IconBuildingStore, word: 'house.owners', role: 'house', houseOnly: true },
      { to: consolePaths.mails(), Icon: IconMail, word: 'console.mails', role: 'admin' },
      { to: consolePaths.staff(), Icon: IconUserShield, word: 'staff.title', role: 'admin' },
      { to: consolePaths.log(), Icon: IconHistory, word: 'staff.log.title', role: ['admin', 'house'] },
      { to: consolePaths.company(), Icon: IconBriefcase, word: 'site.company.title', role: 'admin' },
      { to: consolePaths.settings(), Icon: IconSettings, word: 'staff.menuSettings', role: 'admin' },
      { to: consolePaths.agreements(), Icon: IconFileCertificate, word: 'staff.menuAgreements', role: 'admin' },
    ],
  },
];

export async function loader() {
  const me = await load('consoleMe', {});
  const [path] = visitor().path.split('?');
  if (me.duty && path !== consolePaths.security()) throw redirect(consolePaths.security());
  return me;
}

export default function ConsoleLayout({ loaderData: me }: Route.ComponentProps) {
  return (
    <Frame me={me}>
      <Outlet />
    </Frame>
  );
}

/** The menu stays beside a page that is missing or failed; without a session there is none. */
export function ErrorBoundary({ error, loaderData: me }: Route.ErrorBoundaryProps) {
  const problem = <PageProblem error={error} home={consolePaths.start()} />;
  return me ? <Frame me={me}>{problem}</Frame> : <main>{problem}</main>;
}

function Frame({ me, children }: { me: OutputOf<'consoleMe'>; children: ReactNode }) {
  const { say } = useWords();
  const { site } = useRoot();
  const [theme, setTheme] = useTheme();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div data-theme={theme} className="min-h-dvh bg-canvas text-ink lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
      <aside className="border-line bg-surface p-3 max-lg:border-b lg:border-r">
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0 truncate px-3 py-2 font-bold text-brand">{site?.title}</p>
          <button
            type="button"
            aria-expanded={open}
            aria-controls="console-menu"
            onClick={() => setOpen(!open)}
            className="flex min-h-11 shrink-0 items-center gap-2 rounded-lg px-3 font-medium hover:bg-canvas lg:hidden"
          >
            <IconMenu2 aria-hidden="true" className="size-5" />
            {say('staff.menu')}
          </button>
        </div>
        <div id="console-menu" className={open ? '' : 'max-lg:hidden'}>
          {!me.duty && <Menu me={me} onGo={close} />}
          <Tools name={me.name} theme={theme} setTheme={setTheme} onGo={close} />
        </div>
      </aside>
      <main className="min-w-0 p-4 sm:p-6">{children}</main>
    </div>
  );
}

function Menu({ me, onGo }: { me: OutputOf<'consoleMe'>; onGo(): void }) {
  const { say } = useWords();
  const { roles } = me;
  const ofAdmins = (entry: Entry) => roles.includes('admin') && !entry.houseOnly;
  const may = (entry: Entry) =>
    (!entry.needs || me[entry.needs]) &&
    (ofAdmins(entry) || [entry.role ?? []].flat().some((item) => roles.includes(item)));
  const shown = groups.map((group) => ({ ...group, entries: group.entries.filter(may) }));
  return (
    <nav aria-label={say('console.title')} className="grid gap-1">
      {!roles.includes('house') && (
        <MenuLink entry={{ to: consolePaths.start(), Icon: IconGauge, word: 'console.start' }} onGo={onGo} />
      )}
      {shown
        .filter(({ entries }) => entries.length)
        .map(({ word, entries }) => (
          <section key={word} aria-label={say(`console.group.${word}`)} className="grid gap-1">
            <p aria-hidden="true" className="mt-3 px-3 text-xs font-semibold text-quiet">
              {say(`console.group.${word}`)}
            </p>
            {entries.map((entry) => (
              <MenuLink key={entry.to} entry={entry} onGo={onGo} />
            ))}
          </section>
        ))}
    </nav>
  );
}

function MenuLink({ entry: { to, Icon, word }, onGo }: { entry: Entry; onGo(): void }) {
  const { say } = useWords();
  return (
    <NavLink
      to={to}
      end={to === consolePaths.start()}
      onClick={onGo}
      className={
        'flex min-h-11 items-center gap-2 rounded-lg px-3 font-medium hover:bg-canvas ' +
        'aria-[current=page]:bg-tint aria-[current=page]:text-brand lg:min-h-10'
      }
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {say(word)}
    </NavLink>
  );
}

type ToolsProps = { name: string; theme: Theme; setTheme(theme: Theme): void; onGo(): void };

function Tools({ name, theme, setTheme, onGo }: ToolsProps) {
  const { say } = useWords();
  const leave = () =>
    send('consoleLogout', {}).finally(() => {
      forgetPerson();
      location.assign(consolePaths.login());
    });
  const tool =
    'flex min-h-11 items-center gap-2 rounded-lg px-3 text-sm font-medium text-quiet hover:bg-canvas ' +
    'aria-[current=page]:bg-tint aria-[current=page]:text-brand';
  return (
    <div className="mt-2 flex flex-wrap items-center gap-1 border-t border-line pt-2 lg:mt-6 lg:grid">
      <p className="min-w-0 px-3 text-sm break-words text-quiet max-lg:w-full">{name}</p>
      <LanguageSwitch />
      <button
        type="button"
        className={tool}
        aria-pressed={theme === 'dark'}
        onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
      >
        <IconMoon aria-hidden="true" className="size-5" />
        {say('console.dark')}
      </button>
      <NavLink to={consolePaths.security()} onClick={onGo} className={tool}>
        <IconShieldLock aria-hidden="true" className="size-5" />
        {say('staff.security')}
      </NavLink>
      <button type="button" className={tool} onClick={leave}>
        <IconLogout aria-hidden="true" className="size-5" />
        {say('account.centre.signOut')}
      </button>
    </div>
  );
}
