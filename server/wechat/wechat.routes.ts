// Calls of the mobile group (§2 wechat).

import type { Handlers } from '../platform/bind.ts';
import type { Room } from '../platform/room.ts';
import { enterWechat, finishWechat } from './enter-wechat.ts';
import { findByContact, mailOwnLink } from './find-by-contact.ts';
import { linkWechat, showLinked, unlinkWechat } from './link-wechat.ts';
import { showTravel } from './show-travel.ts';

const calls = {
  wechatEnter: enterWechat,
  wechatLogin: finishWechat,
  wechatLink: linkWechat,
  wechatLinked: showLinked,
  wechatUnlink: unlinkWechat,
  wechatFind: findByContact,
  wechatOrder: showTravel,
  wechatSendLink: mailOwnLink,
} satisfies Partial<Handlers>;

export const wechatRoom = { calls } satisfies Room;
