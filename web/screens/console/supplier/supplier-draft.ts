// A supplier while it is edited.
import type { OutputOf } from '../../../../contract/index.ts';

export type SupplierView = OutputOf<'consoleSupplier'>;
export type SupplierDraft = Omit<SupplierView, 'id' | 'revision' | 'staff' | 'products' | 'log'>;

export const blankContact = { name: '', email: '', areaCode: '', phone: '' };
