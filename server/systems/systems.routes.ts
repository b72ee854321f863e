// Calls about the systems of partners and of the owner: their keys (decision 0360).
import type { Room } from '../platform/room.ts';
import {
  createDeskKey,
  createOwnKey,
  limitAnyKey,
  openPartner,
  replaceDeskKey,
  replaceOwnKey,
  revokeAnyKey,
  revokeOwnKey,
} from './keep-keys.ts';
import { listCalls, listKeys, listOwnKeys, showPartnerKeys } from './list-keys.ts';

export const systemsRoom = {
  calls: {
    apiKeys: listOwnKeys,
    apiKeyCreate: createOwnKey,
    apiKeyReplace: replaceOwnKey,
    apiKeyRevoke: revokeOwnKey,
    consolePartnerKeys: showPartnerKeys,
    consolePartnerKeysOpen: openPartner,
    consoleKeys: listKeys,
    consoleKeyCreate: createDeskKey,
    consoleKeyReplace: replaceDeskKey,
    consoleKeyRevoke: revokeAnyKey,
    consoleKeyLimit: limitAnyKey,
    consoleKeyCalls: listCalls,
  },
} satisfies Room;
