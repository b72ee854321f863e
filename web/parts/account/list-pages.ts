// The pages of the user centre (§2 uc) that a person has: menu and tiles show the same.
import {
  IconBuildingStore,
  IconClipboardList,
  IconFileInvoice,
  IconKey,
  IconUser,
  IconUsers,
  IconWallet,
} from '@tabler/icons-react';
import type { OutputOf } from '../../../contract/index.ts';

export type User = OutputOf<'getUserInfo'>;

/** Sub-accounts belong to the main account of a distributor. */
export function mayKeepSubAccounts(user: User): boolean {
  return user.kind === 'main' && user.registrant !== 'individual';
}

/** Deposit and credit line belong to distributors and their sub-accounts. */
export function hasBalance(user: User): boolean {
  return user.kind === 'main' || user.kind === 'sub';
}

/** Quotations are for distributors that are let in, signed in by password (§2 onlinequotation). */
export function mayQuote(user: User): boolean {
  return user.approval === 'approved' && user.verAuthFlag;
}

/** `under` finds the page that an address belongs to; `label` and `hint` are keys of words. */
export function listPages(user: User) {
  return [
    {
      to: '/uc/order',
      under: /^\/uc\/order(\/|$)/,
      Icon: IconClipboardList,
      label: 'header.orders',
      hint: 'uc.tile.orders',
    },
    ...(hasBalance(user)
      ? [
          {
            to: '/uc/balance',
            under: /^\/uc\/balance$/,
            Icon: IconWallet,
            label: 'balance.title',
            hint: 'balance.tile',
          },
        ]
      : []),
    ...(mayQuote(user)
      ? [
          {
            to: '/onlinequotation',
            under: /^\/onlinequotation$/,
            Icon: IconFileInvoice,
            label: 'quote.listTitle',
            hint: 'uc.tile.quotation',
          },
        ]
      : []),
    {
      to: '/uc/account',
      under: /^\/uc\/account$/,
      Icon: IconBuildingStore,
      label: 'uc.partner',
      hint: 'uc.tile.partner',
    },
    {
      to: '/uc/account/profile',
      under: /^\/uc\/account\/profile$/,
      Icon: IconUser,
      label: 'uc.profile',
      hint: 'uc.tile.profile',
    },
    ...(mayKeepSubAccounts(user)
      ? [
          {
            to: '/uc/account/subreset',
            under: /^\/uc\/account\/(subreset|store|user\/)/,
            Icon: IconUsers,
            label: 'uc.subAccounts',
            hint: 'uc.tile.subAccounts',
          },
        ]
      : []),
    user.passwordSet
      ? { to: '/uc/reset', under: /^\/uc\/reset$/, Icon: IconKey, label: 'uc.changePassword', hint: 'uc.tile.password' }
      : {
          to: '/uc/setPassword',
          under: /^\/uc\/setPassword$/,
          Icon: IconKey,
          label: 'login.setPassword',
          hint: 'uc.tile.setPassword',
        },
  ];
}
