// A distributor's three contacts (§3): flat fields of a form to and from one record per contact.

export type Contact = { name: string; areaCode: string; phone: string; email: string };
export type Contacts = Record<'order' | 'business' | 'settlement', Contact>;

/** Reads `orderContactName` and its fellows; missing ones are empty. */
export function gatherContacts(data: Record<string, unknown>): Contacts {
  const contactOf = (who: string): Contact => {
    const text = (part: string) => String(data[`${who}Contact${part}`] ?? '').trim();
    return { name: text('Name'), areaCode: text('AreaCode'), phone: text('Phone'), email: text('Email') };
  };
  return { order: contactOf('order'), business: contactOf('business'), settlement: contactOf('settlement') };
}

/** Contacts as stored, with every part present. */
export function completeContacts(stored: Partial<Record<string, Partial<Contact>>>): Contacts {
  const complete = (one: Partial<Contact> = {}): Contact => ({ name: '', areaCode: '', phone: '', email: '', ...one });
  return {
    order: complete(stored.order),
    business: complete(stored.business),
    settlement: complete(stored.settlement),
  };
}
