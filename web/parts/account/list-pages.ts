// The pages of the user centre (§2 uc) that a person can open: menu and tiles show the same ones.
import {
  IconBuildingStore,
  IconClipboardList,
  IconFileInvoice,
  IconKey,
  IconPlugConnected,
  IconShieldLock,
  IconTags,
  IconUser,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import type { OutputOf } from '../../../contract/index.ts';
import { paths } from '../../../domain/paths.ts';
import { isUnder } from '../../../domain/write-address.ts';

export type User = OutputOf<'getUserInfo'>;

/** Sub-accounts belong to the main account of a distributor. */
export function mayKeepSubAccounts(user: User): boolean {
  return user.kind === 'main' && user.registrant !== 'individual';
}

/** Distributors and their sub-accounts; the partner of a member or guest is implicit and has no facts (rules §1). */
export function isOfPartner(user: Pick<User, 'kind'>): boolean {
  return user.kind === 'main' || user.kind === 'sub';
}

/** Deposit and credit line belong to them alone. */
function hasBalance(user: User): boolean {
  return isOfPartner(user);
}

/** Staff who act for a partner read its balance where they are finance. */
export function mayReadBalance(user: User): boolean {
  return hasBalance(user) && !user.withoutMoney;
}

/** Quotations are for approved distributors that signed in by password (§2 onlinequotation). */
export function mayQuote(user: User): boolean {
  return user.approval === 'approved' && user.verAuthFlag;
}

/** Agent prices are for approved distributors that signed in by password. */
export function hasNetRates(user: User): boolean {
  return hasBalance(user) && mayQuote(user);
}

type Page = {
  to: string;
  /** Further addresses that belong to the page. */
  holds?(address: string): boolean;
  Icon: typeof IconKey;
  /** Locale keys. */
  label: string;
  hint: string;
};

const holdsOrder = (address: string) => isUnder(address, paths.orders());
const holdsSubAccount = (address: string) =>
  isUnder(address, paths.newSubAccount()) || address.startsWith(paths.subAccount(''));

export function isPageOf({ to, holds }: Page, address: string): boolean {
  return address === to || Boolean(holds?.(address));
}

export function listPages(user: User): Page[] {
  return [...listOrderPages(user), ...listAccountPages(user)];
}

function listOrderPages(user: User): Page[] {
  return [
    {
      to: paths.orders(),
      holds: holdsOrder,
      Icon: IconClipboardList,
      label: 'site.header.orders',
      hint: 'account.centre.tile.orders',
    },
    ...(mayReadBalance(user)
      ? [
          {
            to: paths.balance(),
            Icon: IconWallet,
            label: 'payment.balance.title',
            hint: 'payment.balance.tile',
          },
        ]
      : []),
    ...(mayQuote(user)
      ? [
          {
            to: paths.quotations(),
            holds: (address: string) => isUnder(address, paths.quotations()),
            Icon: IconFileInvoice,
            label: 'quotation.quotations',
            hint: 'account.centre.tile.quotation',
          },
        ]
      : []),
    ...(hasNetRates(user)
      ? [
          {
            to: paths.netRates(),
            Icon: IconTags,
            label: 'export.rates.title',
            hint: 'export.rates.tile',
          },
        ]
      : []),
  ];
}

function listAccountPages(user: User): Page[] {
  return [
    ...(isOfPartner(user)
      ? [
          {
            to: paths.partner(),
            Icon: IconBuildingStore,
            label: 'account.centre.partner',
            hint: 'account.centre.tile.partner',
          },
        ]
      : []),
    {
      to: paths.profile(),
      Icon: IconUser,
      label: 'account.centre.profile',
      hint: 'account.centre.tile.profile',
    },
    ...(mayKeepSubAccounts(user)
      ? [
          {
            to: paths.subAccounts(),
            holds: holdsSubAccount,
            Icon: IconUsers,
            label: 'account.centre.subAccounts',
            hint: 'account.centre.tile.subAccounts',
          },
          {
            to: paths.apiKeys(),
            holds: (address: string) => isUnder(address, paths.hooks()) || isUnder(address, paths.octo()),
            Icon: IconPlugConnected,
            label: 'systems.keys.title',
            hint: 'systems.keys.tile',
          },
        ]
      : []),
    { to: paths.personalData(), Icon: IconShieldLock, label: 'privacy.title', hint: 'privacy.tile' },
    user.passwordSet
      ? {
          to: paths.changePassword(),
          Icon: IconKey,
          label: 'account.centre.changePassword',
          hint: 'account.centre.tile.password',
        }
      : {
          to: paths.setPassword(),
          Icon: IconKey,
          label: 'account.login.setPassword',
          hint: 'account.centre.tile.setPassword',
        },
  ];
}
