// What the quick find of the back office offers for the typed text: screens of the reader's menu by name, and what their lists find.
import { IconClipboardList, IconPackage, IconUsers } from '@tabler/icons-react';
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { useRead } from '../../../parts/use-read.ts';
import { useWords } from '../../../parts/use-words.ts';
import { type MenuEntry, menuFor } from '../menu-groups.ts';

type FoundRow = { to: string; text: string; note: string; Icon: MenuEntry['Icon'] };
export type FoundGroup = { title: string; rows: FoundRow[] };

/** Of each list. */
const size = 5;

/** Without accents, for screens are found by names that people remember rather than spell. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** `isFresh`: the lists have answered for this text. Before anything is typed, it is every screen. */
export function useFound(query: string, me: OutputOf<'consoleMe'>) {
  const words = useWords();
  const { say } = words;
  const menu = menuFor(me);
  const screens = menu.flatMap(({ entries }) => entries);
  const ask = (to: string) => (query && screens.some((entry) => entry.to === to) ? { query, size } : undefined);
  const orders = useRead('consoleOrders', ask(consolePaths.orders()));
  const products = useRead('consoleProducts', ask(consolePaths.products()));
  const partners = useRead('consolePartners', ask(consolePaths.partners()));
  const typed = plain(query).split(/\s+/);
  const groups: FoundGroup[] = [
    ...menu.map(({ word, entries }) => ({
      title: say(`console.group.${word}`),
      rows: entries
        .filter((entry) => typed.every((part) => plain(say(entry.word)).includes(part)))
        .map((entry) => ({ to: entry.to, text: say(entry.word), note: '', Icon: entry.Icon })),
    })),
    {
      title: say('site.header.orders'),
      rows: (orders.found?.list ?? []).map((order) => ({
        to: consolePaths.order(order.orderNo),
        text: [order.orderNo, order.contactName, order.productName].filter(Boolean).join(' · '),
        note: say(`order.status.${order.status}`),
        Icon: IconClipboardList,
      })),
    },
    {
      title: say('editing.title'),
      rows: (products.found?.list ?? []).map((product) => ({
        to: consolePaths.product(product.id),
        text: product.name,
        note: product.cityName,
        Icon: IconPackage,
      })),
    },
    {
      title: say('partner.title'),
      rows: (partners.found?.list ?? []).map((partner) => ({
        to: consolePaths.partner(partner.id),
        text: partner.name,
        note: partner.mainEmail,
        Icon: IconUsers,
      })),
    },
  ];
  const lists = [orders, products, partners];
  return {
    groups: groups.filter(({ rows }) => rows.length),
    problem: lists.find(({ problem }) => problem)?.problem,
  };
}
