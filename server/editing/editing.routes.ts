// Calls of the back office about products, their calendar and agent prices (rules §10).

import type { Handlers } from '../platform/bind.ts';
import { workThrough } from '../platform/repeat-rounds.ts';
import type { Room } from '../platform/room.ts';
import { listOwnerIds } from '../site/site.sql.ts';
import { listOwnersOfPastDays, refreshCards } from './cards.sql.ts';
import { moveProduct } from './change-state.ts';
import { copyProduct } from './copy-product.ts';
import { deleteProducts } from './delete-products.ts';
import { addHidden, deleteHidden, listHidden } from './hidden/edit-hidden.ts';
import { listProducts } from './list-products.ts';
import { listPriceRules, removePriceRule, savePriceRule } from './prices/edit-price-rules.ts';
import { explainPrice, listPrices } from './prices/list-agent-prices.ts';
import { changePercent, deletePrices, saveAgentPrice } from './prices/save-agent-price.ts';
import { renewOldWords, renewWords } from './renew-words.ts';
import { saveCalendar } from './save-calendar.ts';
import { saveEditedProduct } from './save-product.ts';
import { showCalendarCells } from './show-calendar-cells.ts';
import { showDocument } from './show-document.ts';

const calls = {
  consoleProducts: listProducts,
  consoleProduct: showDocument,
  consoleProductSave: saveEditedProduct,
  consoleProductCopy: copyProduct,
  consoleProductState: moveProduct,
  consoleProductsDelete: deleteProducts,
  consoleCalendar: showCalendarCells,
  consoleCalendarSave: saveCalendar,
  consolePriceRules: listPriceRules,
  consolePriceRuleSave: savePriceRule,
  consolePriceRuleDelete: removePriceRule,
  consoleAgentPrices: listPrices,
  consoleAgentPriceSave: saveAgentPrice,
  consoleAgentPricesDelete: deletePrices,
  consoleAgentPricesPercent: changePercent,
  consolePriceReason: explainPrice,
  consoleHidden: listHidden,
  consoleHiddenAdd: addHidden,
  consoleHiddenDelete: deleteHidden,
} satisfies Partial<Handlers>;

export const editingRoom = {
  calls,
  jobs: ({ database, clock }) => ({
    queue: { 'city.renamed': renewWords },
    // A day ends: the hourly renewal would leave it on the cards for most of an hour. The question reads each product on sale: 24 ms for
    // 5,000 and a second for 500,000.
    rounds: [
      {
        everyMilliseconds: 300_000,
        atStart: true,
        run: async () =>
          workThrough(await listOwnersOfPastDays(database.house, clock()), (id) => refreshCards(database.forOwner(id))),
      },
    ],
    async hourly() {
      const owners = (await listOwnerIds(database.house)).map((id) => database.forOwner(id));
      await workThrough([refreshCards, renewOldWords], (work) => workThrough(owners, work));
    },
  }),
} satisfies Room;
