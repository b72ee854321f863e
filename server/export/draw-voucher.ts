export const voucherLabels = ['title'] as const;
export type VoucherLabel = (typeof voucherLabels)[number];
export type VoucherInput = {
  language: string;
  labels: Record<VoucherLabel, string>;
  owner: { name: string; phone?: string; email?: string; brandColour: string };
  order: { orderNo: string; subOrderNo: string; voucherCode: string; qrText: string };
  product: {
    name: string;
    packageName: string;
    cityLine: string;
    dateText: string;
    timeText?: string;
    lines: { label: string; quantity: number }[];
  };
  travellers: string[];
  contact: { name: string; email: string; phone?: string };
  included: string[];
  notices: string[];
  issuedAt?: string;
  picture?: Buffer;
};
export async function drawVoucher(_input: VoucherInput): Promise<Buffer> {
  return Buffer.from('%PDF-stub');
}
