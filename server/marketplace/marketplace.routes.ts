// The doors of marketplaces, each with a key's right of its own (decision 0416), and orders of platforms without one (decision 0430).
import { messageDays } from '../../domain/order-sources.ts';
import type { Handlers } from '../platform/bind.ts';
import { deleteOldMessages } from '../platform/messages/messages.sql.ts';
import { writeNotedMessages } from '../platform/messages/note-messages.ts';
import type { Room, RoomParts } from '../platform/room.ts';
import { bindChannel } from './bind-channel.ts';
import { gygDoor } from './bind-gyg.ts';
import { viatorDoor } from './bind-viator.ts';
import { consolePlatformOrder, platformOrder } from './book-platform-order.ts';
import { createDeal, endDeal, showDeals } from './deals/gyg-deals.ts';
import { showMessages } from './messages/list-messages.ts';
import { choosePlaces } from './places/choose-products.ts';
import { dropUnaskedProducts } from './places/places.sql.ts';
import { makePlaceReporter, resendPlaces } from './places/run-places.ts';
import { makePuller, pullNow } from './pull/run-pulls.ts';
import { makeUseReporter, reportAgain } from './reports/run-reports.ts';
import { showMarketplaces } from './show-marketplaces.ts';
import { bindCtrip } from './signed/bind-ctrip.ts';
import { bindMeituan } from './signed/bind-meituan.ts';
import { bindQunar } from './signed/bind-qunar.ts';
import { deleteAccount, saveAccount } from './signed/save-channel-accounts.ts';
import { bookOrderImport, receiveOrders, showOrderImport, showOrderImports } from './store-order-imports.ts';
import { answerOrderTemplate } from './write-order-template.ts';

const calls = {
  consoleChannelAccountSave: saveAccount,
  consoleChannelAccountDelete: deleteAccount,
  consoleChannelPull: pullNow,
  consoleChannelMessages: showMessages,
  consoleChannelUseAgain: reportAgain,
  consoleChannelPlacesAgain: resendPlaces,
  consoleChannelPlacesChoose: choosePlaces,
  consoleGygDeals: showDeals,
  consoleGygDealCreate: createDeal,
  consoleGygDealEnd: endDeal,
  consoleMarketplaces: showMarketplaces,
  platformOrder,
  consolePlatformOrder,
  consoleOrderImports: showOrderImports,
  consoleOrderImport: showOrderImport,
  consoleOrderImportBook: bookOrderImport,
} satisfies Partial<Handlers>;

export const marketplaceRoom = {
  calls,
  files: {
    orderImportTemplate: answerOrderTemplate,
    orderImportUpload: { answer: receiveOrders, takes: 'stream' },
  },
  jobs(house: RoomParts) {
    const [puller, useReporter, placeReporter] = [makePuller(house), makeUseReporter(house), makePlaceReporter(house)];
    const { database } = house;
    return {
      rounds: [
        { everyMilliseconds: 5000, run: () => puller.round() },
        { everyMilliseconds: 1000, run: useReporter.round },
        { everyMilliseconds: 1000, run: placeReporter.round },
        { everyMilliseconds: 1000, run: () => writeNotedMessages(database), ofRequests: true },
      ],
      async hourly() {
        await deleteOldMessages(database.house, messageDays);
        await dropUnaskedProducts(database.house);
      },
      async end() {
        await Promise.all([puller.end(), useReporter.end(), placeReporter.end()]);
        await writeNotedMessages(database);
      },
    };
  },
  bind(app, parts) {
    for (const door of [gygDoor, viatorDoor]) bindChannel(app, parts, door);
    bindCtrip(app, parts);
    bindMeituan(app, parts);
    bindQunar(app, parts);
  },
} satisfies Room;
