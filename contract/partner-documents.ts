// Papers of partners: sent in by the partner's main account or by staff, read by both.
import { documentKinds } from '../domain/partner-documents.ts';
import { day, done, nothing, recordId, z } from './call.ts';

const documentId = z.string().regex(/^[\w-]{10,60}$/);

const partnerDocument = z.object({
  id: z.string(),
  kind: z.enum(documentKinds),
  /** Null: it has no end. */
  endsOn: day.nullable(),
  /** soon: within the days in which staff are reminded · over: on a day before today. */
  ends: z.enum(['later', 'soon', 'over']).nullable(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  byPartner: z.boolean(),
  byName: z.string(),
  at: z.string(),
});

/** In the address of an upload, beside the bytes. */
export const documentUpload = z.object({
  kind: z.enum(documentKinds),
  endsOn: z.union([day, z.literal('')]).default(''),
  name: z.string().max(200).default(''),
});

const list = z.object({ list: z.array(partnerDocument) });

export const partnerDocumentsCalls = {
  partnerDocuments: { input: nothing, output: list },
  /** One that the partner sent in itself; others are the owner's. */
  partnerDocumentDelete: { input: z.strictObject({ documentId }), output: done },
  consolePartnerDocuments: { input: z.strictObject({ id: recordId }), output: list },
  consoleDocumentDelete: { input: z.strictObject({ id: recordId, documentId }), output: done },
};
