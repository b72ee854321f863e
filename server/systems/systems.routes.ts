// Calls about the systems of partners and of the owner: their keys (decision 0360) and web hooks (decision 0361).

import { clientPath, interfacePath } from '../../domain/paths.ts';
import { hookRules } from '../../domain/systems.ts';
import type { Room } from '../platform/room.ts';
import { deleteOldTests } from '../platform/schema/test-mode.sql.ts';
import { sendInterface } from './describe-interface.ts';
import { sendClient, showGuide } from './developers/show-guide.ts';
import {
  createDeskKey,
  createOwnKey,
  limitAnyKey,
  openPartner,
  replaceDeskKey,
  replaceOwnKey,
  revokeAnyKey,
  revokeOwnKey,
} from './edit-keys.ts';
import { deleteOldSendings } from './hooks/hooks.sql.ts';
import { queueChanges, queueEvery, queueLowStock, queuePlaces } from './hooks/queue-product-events.ts';
import {
  changeHook,
  createHook,
  dropHook,
  replaceSecret,
  replaySending,
  setHook,
  showHooks,
  showSendings,
} from './hooks/save-hooks.ts';
import { makeHookSender } from './hooks/send-hooks.ts';
import { listCalls, listOwnKeys, listSystemKeys, showOcto, showPartnerKeys } from './list-keys.ts';

export const systemsRoom = {
  calls: {
    octoConnection: showOcto,
    developerGuide: async (context) => showGuide(context),
    apiKeys: listOwnKeys,
    apiKeyCreate: createOwnKey,
    apiKeyReplace: replaceOwnKey,
    apiKeyRevoke: revokeOwnKey,
    consolePartnerKeys: showPartnerKeys,
    consolePartnerKeysOpen: openPartner,
    consoleKeys: listSystemKeys,
    consoleKeyCreate: createDeskKey,
    consoleKeyReplace: replaceDeskKey,
    consoleKeyRevoke: revokeAnyKey,
    consoleKeyLimit: limitAnyKey,
    consoleKeyCalls: listCalls,
    hooks: showHooks,
    hookCreate: createHook,
    hookSet: setHook,
    hookChange: changeHook,
    hookSecret: replaceSecret,
    hookDelete: dropHook,
    hookSendings: showSendings,
    hookAgain: replaySending,
    consoleHooks: showHooks,
    consoleHookCreate: createHook,
    consoleHookSet: setHook,
    consoleHookChange: changeHook,
    consoleHookSecret: replaceSecret,
    consoleHookDelete: dropHook,
    consoleHookSendings: showSendings,
    consoleHookAgain: replaySending,
  },
  publicFiles: () => ({ [interfacePath]: sendInterface, [clientPath]: sendClient }),
  jobs(house) {
    const sender = makeHookSender(house);
    return {
      rounds: [
        { everyMilliseconds: 1000, run: sender.round },
        { everyMilliseconds: queueEvery.changesMilliseconds, run: () => queueChanges(house.database) },
        { everyMilliseconds: queueEvery.stockMilliseconds, run: () => queueLowStock(house.database) },
        { everyMilliseconds: queueEvery.placesMilliseconds, run: () => queuePlaces(house.database) },
      ],
      async hourly() {
        await deleteOldSendings(house.database.house, hookRules.keptDays);
        await deleteOldTests(house.database.house);
      },
      end: sender.end,
    };
  },
} satisfies Room;
