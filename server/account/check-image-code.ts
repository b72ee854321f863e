// The image code (§2 login, security rule 43): its answer stays on the server, its ticket is used up by every try.
import { Refusal } from '../../domain/errors.ts';
import { codeLength, normalCode } from '../../domain/passwords.ts';
import type { Context } from '../platform/context.ts';
import { spendCaptcha } from './account.sql.ts';

export type ImageAnswer = {
  flow?: string | undefined;
  imageTicket?: string | undefined;
  imageCode?: string | undefined;
};

/**
 * Refuses imageCodeNeeded without an answer, invalidInput for one of another length, which uses nothing up, and wrongCode (200004) for a
 * wrong, spent or foreign one.
 */
export async function checkImageCode({ owner }: Context, { flow, imageTicket, imageCode }: ImageAnswer): Promise<void> {
  if (!flow || !imageTicket || !imageCode) throw new Refusal('imageCodeNeeded');
  if (normalCode(imageCode).length !== codeLength)
    throw new Refusal('invalidInput', { fields: { imageCode: { problem: 'codeLength' } } });
  const spent = await spendCaptcha(owner, imageTicket, flow);
  if (!spent?.answer_text || spent.answer_text !== normalCode(imageCode)) {
    throw new Refusal('wrongCode', { fields: { imageCode: { problem: 'codeWrong' } } });
  }
}
