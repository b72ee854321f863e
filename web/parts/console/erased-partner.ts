// A partner whose last account was erased with its person.

/** Nothing is left to edit, to choose, or to let in. */
export const isErasedPartner = ({ name, mainEmail }: { name: string; mainEmail: string }) => !name && !mainEmail;
