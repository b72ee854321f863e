// The doors of marketplaces, each with a key's right of its own (decision 0416), and orders of platforms without one (decision 0430).
import type { Handlers } from '../platform/bind.ts';
import type { Room, RoomParts } from '../platform/room.ts';
import { bindChannel } from './bind-channel.ts';
import { gygDoor } from './bind-gyg.ts';
import { viatorDoor } from './bind-viator.ts';
import { consolePlatformOrder, platformOrder } from './book-platform-order.ts';
import { bookOrderImport, receiveOrders, showOrderImport, showOrderImports } from './keep-order-imports.ts';
import { makePuller, pullNow } from './pull/run-pulls.ts';
import { showMarketplaces } from './show-marketplaces.ts';
import { bindCtrip } from './signed/bind-ctrip.ts';
import { bindMeituan } from './signed/bind-meituan.ts';
import { bindQunar } from './signed/bind-qunar.ts';
import { deleteAccount, saveAccount } from './signed/keep-accounts.ts';
import { answerOrderTemplate } from './write-order-template.ts';

const calls = {
  consoleChannelAccountSave: saveAccount,
  consoleChannelAccountDelete: deleteAccount,
  consoleChannelPull: pullNow,
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
    const puller = makePuller(house);
    return { rounds: [{ everyMilliseconds: 5000, run: puller.round }], end: puller.end };
  },
  bind(app, parts) {
    for (const door of [gygDoor, viatorDoor]) bindChannel(app, parts, door);
    bindCtrip(app, parts);
    bindMeituan(app, parts);
    bindQunar(app, parts);
  },
} satisfies Room;
