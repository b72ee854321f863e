// Calls of the installation's admins: owners, setting up new ones, and each other (decisions 0315 and 0335).
import type { Room } from '../platform/room.ts';
import { closeOwner, reopenOwner } from './close-owner.ts';
import { inviteAdmin, removeAdmin, showAdmins } from './edit-admins.ts';
import { draftSetup, dropSetup, saveSetup, showSetup } from './edit-setups.ts';
import { inviteFirst, openOwner } from './open-owner.ts';
import { readHouseLog, showOwner, showOwners } from './show-owners.ts';

export const houseRoom = {
  calls: {
    houseOwners: showOwners,
    houseOwner: showOwner,
    houseInvite: inviteFirst,
    houseOwnerClose: closeOwner,
    houseOwnerReopen: reopenOwner,
    houseAdmins: showAdmins,
    houseAdminInvite: inviteAdmin,
    houseAdminRemove: removeAdmin,
    houseSetup: showSetup,
    houseSetupDrafts: draftSetup,
    houseSetupSave: saveSetup,
    houseSetupDelete: dropSetup,
    houseSetupOpen: openOwner,
    houseLog: readHouseLog,
  },
} satisfies Room;
