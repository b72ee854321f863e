// Which mails an order triggers, their recipients, and the blanks allowed in an owner's custom texts (§3 settings).

export const buyerOccasions = [
  'placed',
  'payReminder',
  'transferChosen',
  'transferRefused',
  'expired',
  'paid',
  'confirmed',
  'rejected',
  'pickupFine',
  'driver',
  'dayBefore',
  'cancelAsked',
  'cancelled',
  'cancelRejected',
  'refunded',
  'supplement',
  'supplementPaid',
  'restReminder',
  'restPaid',
  'restMissed',
  'moved',
  'sent',
  'eSim',
  'remark',
  'completion',
  'completionReminder',
  'review',
  'reviewAnswered',
] as const;
/** Mails to those who deliver. */
export const supplierOccasions = [
  'toSupply',
  'supplyBooked',
  'supplyMoved',
  'supplyCancelled',
  'supplyStands',
] as const;
/** Mails about work for the owner or its supplier. */
export const staffOccasions = ['toConfirm', 'toDecide', ...supplierOccasions, 'newRemark', 'pickupWaits'] as const;

export type BuyerOccasion = (typeof buyerOccasions)[number];
export type StaffOccasion = (typeof staffOccasions)[number];
export type MailOccasion = BuyerOccasion | StaffOccasion;

export function isBuyerOccasion(name: string): name is BuyerOccasion {
  return buyerOccasions.some((occasion) => occasion === name);
}

/** The owner's mail that goes with a buyer's mail. */
export const staffOccasionOf: Partial<Record<BuyerOccasion, StaffOccasion>> = {
  paid: 'toConfirm',
  cancelAsked: 'toDecide',
};

/** `amount` is the refund, what goes back, or the additional payment where the mail is about one, else the order's total. */
const mailBlanks = ['name', 'product', 'orderNo', 'owner', 'amount'] as const;
export type MailBlank = (typeof mailBlanks)[number];

/** Suppliers never read a price, and mails about travellers' details and reviews are about none. */
const withoutAmount: ReadonlySet<MailOccasion> = new Set<MailOccasion>([
  ...supplierOccasions,
  'completion',
  'completionReminder',
  'review',
  'reviewAnswered',
]);

/** The blanks that a mail fills. */
export const blanksOf = (occasion: MailOccasion): MailBlank[] =>
  mailBlanks.filter((blank) => blank !== 'amount' || !withoutAmount.has(occasion));

export const mailTextLimits = { subject: 150, intro: 2000 } as const;

/** Whether a text uses only these blanks, each as {name}, and no other braces. */
export function hasKnownBlanks(text: string, blanks: readonly MailBlank[]): boolean {
  const rest = text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    blanks.some((blank) => blank === name) ? '' : whole,
  );
  return !/[{}]/.test(rest);
}

/** Fills an owner's custom text: plain text, no message syntax. */
export function fillBlanks(text: string, values: Record<MailBlank, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    mailBlanks.some((blank) => blank === name) ? values[name as MailBlank] : whole,
  );
}
