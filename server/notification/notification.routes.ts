// Calls about what mails say (§3 settings, decisions §10).
import type { Handlers } from '../platform/bind.ts';
import { previewText, saveText, showTexts } from './keep-mail-texts.ts';

export const notificationHandlers = {
  consoleMailTexts: showTexts,
  consoleMailTextSave: saveText,
  consoleMailTextPreview: previewText,
} satisfies Partial<Handlers>;
