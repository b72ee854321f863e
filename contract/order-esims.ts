// eSIMs that came for an order (decision 0375), with all that installing one takes.
import { z } from './call.ts';

export const eSim = z.object({
  iccid: z.string(),
  /** Null where the supplier did not say for which line it is. */
  subOrderNo: z.string().nullable(),
  /** What its QR code says, for typing it in by hand: LPA:1$address$code. */
  activation: z.string(),
  /** The code as an SVG data URL. */
  qr: z.string(),
  confirmationCode: z.string(),
  apn: z.string(),
  pin: z.string(),
  puk: z.string(),
  phone: z.string(),
  /** As the supplier writes it. */
  validUntil: z.string(),
});
