// All rooms, and what they export together. A call or a file without a room does not compile.
import { accountRoom } from './account/account.routes.ts';
import { catalogRoom } from './catalog/catalog.routes.ts';
import { completionRoom } from './completion/completion.routes.ts';
import { deskRoom } from './desk/desk.routes.ts';
import { editingRoom } from './editing/editing.routes.ts';
import { exportRoom } from './export/export.routes.ts';
import { financeRoom } from './finance/finance.routes.ts';
import { freightRoom } from './freight/freight.routes.ts';
import { houseRoom } from './house/house.routes.ts';
import { inventoryRoom } from './inventory/inventory.routes.ts';
import { marketingRoom } from './marketing/marketing.routes.ts';
import { marketplaceRoom } from './marketplace/marketplace.routes.ts';
import { memberRoom } from './member/member.routes.ts';
import { mendingRoom } from './mending/mending.routes.ts';
import { notificationRoom } from './notification/notification.routes.ts';
import { octoRoom } from './octo/octo.routes.ts';
import { orderRoom } from './order/order.routes.ts';
import { partnerRoom } from './partner/partner.routes.ts';
import { paymentRoom } from './payment/payment.routes.ts';
import { pictureRoom } from './picture/picture.routes.ts';
import { placesRoom } from './places/places.routes.ts';
import type { Handlers } from './platform/bind.ts';
import type { FileAnswers, Room } from './platform/room.ts';
import { portingRoom } from './porting/porting.routes.ts';
import { privacyRoom } from './privacy/privacy.routes.ts';
import { quotationRoom } from './quotation/quotation.routes.ts';
import { resellingRoom } from './reselling/reselling.routes.ts';
import { reviewRoom } from './review/review.routes.ts';
import { sheetsRoom } from './sheets/sheets.routes.ts';
import { siteRoom } from './site/site.routes.ts';
import { staffRoom } from './staff/staff.routes.ts';
import { supplierRoom } from './supplier/supplier.routes.ts';
import { systemsRoom } from './systems/systems.routes.ts';
import { upkeepRoom } from './upkeep/upkeep.routes.ts';
import { wechatRoom } from './wechat/wechat.routes.ts';
import { wishRoom } from './wish/wish.routes.ts';

export const rooms: Room[] = [
  ...[siteRoom, accountRoom, staffRoom, placesRoom, pictureRoom, memberRoom, partnerRoom],
  ...[catalogRoom, inventoryRoom, marketingRoom, editingRoom, portingRoom],
  ...[orderRoom, completionRoom, quotationRoom, paymentRoom, financeRoom, exportRoom, notificationRoom],
  ...[
    supplierRoom,
    resellingRoom,
    deskRoom,
    mendingRoom,
    freightRoom,
    reviewRoom,
    wishRoom,
    wechatRoom,
    systemsRoom,
    octoRoom,
    marketplaceRoom,
    houseRoom,
    privacyRoom,
    sheetsRoom,
    upkeepRoom,
  ],
];

export const handlers: Handlers = {
  ...siteRoom.calls,
  ...accountRoom.calls,
  ...staffRoom.calls,
  ...placesRoom.calls,
  ...memberRoom.calls,
  ...partnerRoom.calls,
  ...catalogRoom.calls,
  ...inventoryRoom.calls,
  ...marketingRoom.calls,
  ...editingRoom.calls,
  ...portingRoom.calls,
  ...quotationRoom.calls,
  ...orderRoom.calls,
  ...completionRoom.calls,
  ...paymentRoom.calls,
  ...financeRoom.calls,
  ...exportRoom.calls,
  ...notificationRoom.calls,
  ...supplierRoom.calls,
  ...resellingRoom.calls,
  ...deskRoom.calls,
  ...mendingRoom.calls,
  ...marketplaceRoom.calls,
  ...freightRoom.calls,
  ...reviewRoom.calls,
  ...wishRoom.calls,
  ...wechatRoom.calls,
  ...systemsRoom.calls,
  ...houseRoom.calls,
  ...privacyRoom.calls,
};

export const files: FileAnswers = {
  ...pictureRoom.files,
  ...memberRoom.files,
  ...partnerRoom.files,
  ...portingRoom.files,
  ...quotationRoom.files,
  ...paymentRoom.files,
  ...exportRoom.files,
  ...notificationRoom.files,
  ...deskRoom.files,
  ...reviewRoom.files,
  ...wishRoom.files,
  ...privacyRoom.files,
  ...sheetsRoom.files,
  ...marketplaceRoom.files,
  ...resellingRoom.files,
};
