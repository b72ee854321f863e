// Calls of the house's admins: owners, and setting up new ones (decision 0315).
import type { Room } from '../platform/room.ts';
import { dropSetup, saveSetup, showSetup } from './keep-setups.ts';
import { inviteFirst, openOwner } from './open-owner.ts';
import { readHouseLog, showOwner, showOwners } from './show-owners.ts';

export const houseRoom = {
  calls: {
    houseOwners: showOwners,
    houseOwner: showOwner,
    houseInvite: inviteFirst,
    houseSetup: showSetup,
    houseSetupSave: saveSetup,
    houseSetupDelete: dropSetup,
    houseSetupOpen: openOwner,
    houseLog: readHouseLog,
  },
} satisfies Room;
