// The operator's part in transfers: the second verification of a pick-up (§5), and the drivers of each line (§2 wechat/driverinfo).
import { done, orderNo, z } from './call.ts';

const typedDriver = z.strictObject({
  name: z.string().max(300),
  areaCode: z.string().max(20).default(''),
  phone: z.string().max(40).default(''),
  plate: z.string().max(60).default(''),
  car: z.string().max(120).default(''),
  remark: z.string().max(1000).default(''),
});

export const deskPickupCalls = {
  /**
   * Decides a pick-up that waits. Fine confirms an instant order, with an additional payment where `supplementMinor` is given (in the
   * order's selling currency). Refusing gives everything back. Both of these require a text; the buyer reads it as a remark.
   */
  consolePickup: {
    input: z.strictObject({
      id: orderNo,
      fine: z.boolean(),
      text: z.string().max(1000).default(''),
      supplementMinor: z.int().min(1).max(9_000_000_000_000).optional(),
    }),
    output: z.object({ status: z.int() }),
  },
  /** All drivers of one line, in their order; an empty list removes them. */
  consoleDriver: {
    input: z.strictObject({ id: orderNo, subOrderNo: z.string().max(40), drivers: z.array(typedDriver).max(20) }),
    output: done,
  },
};
