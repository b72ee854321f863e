// What a supplier is not shown of a booking's fields (rules §10): addresses for messages are the seller's; the person to call on the day is
// the contact's number.

const notForSuppliers: readonly string[] = ['301', '302', '303', '304', '305', 'areaCode', 'foreignAreaCode'];

export function forSuppliers(values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !notForSuppliers.includes(name)));
}
