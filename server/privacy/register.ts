// The register of personal data (decision 0495): every column that says something about a person, what it is, and what becomes of it when
// the person is erased. Export and erasure are made of it; register.test.ts compares it with the database, so no column is forgotten.

/** What a column holds. */
type DataKind =
  | 'name'
  | 'e-mail'
  | 'telephone'
  | 'document number'
  | 'address'
  | 'details'
  | 'text'
  | 'file'
  | 'network'
  | 'secret';

/** How rows belong to a person: persons.sql.ts has the conditions. `null`: by nothing that an erasure could follow. */
export type Belonging =
  | 'account'
  | 'partner'
  | 'order'
  | 'orders'
  | 'line'
  | 'payment'
  /** What belongs to a version of a quotation: the next one may be for another person. */
  | 'quotation'
  | 'quotationLink'
  | 'mail'
  | 'email'
  | 'log'
  | 'history'
  | null;

export type PersonalColumn = {
  kind: DataKind;
  /** The value afterwards, in SQL. */
  erased?: string;
  /** Or why it stays. */
  reason?: string;
  /** Says what another column says: not exported. */
  copy?: true;
  /** In SQL: only there it is exported. False: nowhere. What the portal hides from buyers is hidden in their files, too (decision 0810). */
  shown?: string | false;
};

export type PersonalTable = {
  table: string;
  of: Belonging;
  /** The name of its part of an export. Without one it is not exported: secrets, copies of what is, what the team writes for itself. */
  title?: string;
  /** What the export says beside: numbers, times, states. */
  beside?: readonly string[];
  /** In SQL: only these rows are exported. */
  shown?: string;
  /** The whole row goes. */
  gone?: true;
  columns: Record<string, PersonalColumn>;
};

const blank = (kind: DataKind): PersonalColumn => ({ kind, erased: "''" });
const none = (kind: DataKind): PersonalColumn => ({ kind, erased: 'NULL' });
const empty = (kind: DataKind): PersonalColumn => ({ kind, erased: "'{}'" });
const list = (kind: DataKind): PersonalColumn => ({ kind, erased: "'[]'" });
const to = (kind: DataKind, erased: string): PersonalColumn => ({ kind, erased });
const goes = (kind: DataKind): PersonalColumn => ({ kind });
const retained = (kind: DataKind, why: string): PersonalColumn => ({ kind, reason: why });
const shownIf = (shown: string | false, column: PersonalColumn): PersonalColumn => ({ ...column, shown });

/** Replaces a name or a word that must not be empty. */
export const erasedMark = '•••';
const mark = `'${erasedMark}'`;
/** A member of staff or a supplier’s person. */
const byStaff = shownIf(false, retained('name', 'a member of staff, who is named for what they did at work'));
const byBuyer = "t.actor = 'buyer'";
/** What a supplier and the owner write to each other is between them. */
const notSuppliers = 't.applier <> 3';
const soonGone = 'the clock deletes the row within days';

/** A booking's contact as every statement expects it, with nothing in it. */
const noContact = `'{"name": "", "email": "", "areaCode": "", "phone": ""}'`;
/** As many travellers as before, with no data about them. */
export const noTravellers = `(SELECT coalesce(jsonb_agg('{}'::jsonb), '[]') FROM jsonb_array_elements(t.travellers))`;

/** As many units of a system's booking as before; what remains of each is what was booked. */
const noUnits = `(SELECT coalesce(jsonb_agg(e.u || '{"contact": {}, "answers": {}, "resellerReference": null}' ORDER BY e.at), '[]')
  FROM jsonb_array_elements(t.units) WITH ORDINALITY AS e(u, at))`;

const ofAccounts: PersonalTable[] = [
  {
    table: 'account',
    of: 'account',
    title: 'account',
    beside: ['kind', 'language', 'created_at', 'last_login_at', 'region', 'zone'],
    columns: {
      username: none('name'),
      email: blank('e-mail'),
      name: blank('name'),
      nick_name: blank('name'),
      area_code: blank('telephone'),
      mobile: blank('telephone'),
      landline: blank('telephone'),
      messengers: empty('telephone'),
      common_address: blank('address'),
      department: blank('details'),
      region: blank('address'),
      new_email: none('e-mail'),
      password_hash: none('secret'),
      totp_sealed: none('secret'),
      totp_pending: none('secret'),
    },
  },
  { table: 'account_link', of: 'account', gone: true, columns: { email: goes('e-mail'), token_hash: goes('secret') } },
  { table: 'login_session', of: 'account', gone: true, columns: { token_hash: goes('secret') } },
  { table: 'known_source', of: 'account', gone: true, columns: { mark: goes('network') } },
  { table: 'wechat_link', of: 'account', gone: true, columns: { openid: goes('secret') } },
  {
    table: 'saved_filter',
    of: 'account',
    title: 'savedFilters',
    beside: ['list'],
    gone: true,
    columns: { name: goes('text'), query: goes('text') },
  },
  { table: 'idempotency_key', of: 'account', gone: true, columns: { answer: goes('details'), key: goes('secret') } },
  {
    table: 'sign_up',
    of: 'email',
    title: 'signUps',
    beside: ['registrant', 'language', 'created_at'],
    gone: true,
    columns: {
      email: goes('e-mail'),
      data: goes('details'),
      password_hash: goes('secret'),
      token_hash: goes('secret'),
    },
  },
  { table: 'email_code', of: 'email', gone: true, columns: { email: goes('e-mail'), code_hash: goes('secret') } },
  {
    table: 'product_notice',
    of: 'email',
    title: 'notices',
    beside: ['product_id', 'kind', 'language', 'state', 'changed_at'],
    gone: true,
    columns: { email: goes('e-mail'), token_hash: goes('secret') },
  },
  {
    table: 'partner',
    of: 'partner',
    title: 'partner',
    beside: ['kind', 'created_at'],
    columns: {
      name: to('name', `CASE WHEN t.kind = 'individual' THEN '' ELSE t.name END`),
      country: to('address', `CASE WHEN t.kind = 'individual' THEN '' ELSE t.country END`),
      city: to('address', `CASE WHEN t.kind = 'individual' THEN '' ELSE t.city END`),
      address: to('address', `CASE WHEN t.kind = 'individual' THEN '' ELSE t.address END`),
      contacts: empty('details'),
      tax_number: retained('document number', 'the company’s, on its invoices'),
      approval_reason: blank('text'),
    },
  },
  {
    table: 'partner_document',
    of: 'partner',
    title: 'partnerDocuments',
    beside: ['kind', 'ends_on', 'type', 'created_at'],
    gone: true,
    columns: { name: goes('text'), bytes: goes('file'), by_name: shownIf('t.by_partner', goes('name')) },
  },
  { table: 'partner_logo', of: 'partner', gone: true, columns: { bytes: goes('file') } },
  {
    table: 'partner_request',
    of: 'partner',
    title: 'partnerChanges',
    beside: ['state', 'asked_at'],
    gone: true,
    columns: {
      before: goes('details'),
      asked: goes('details'),
      reason: goes('text'),
      decided_by: shownIf(false, goes('name')),
    },
  },
  {
    table: 'partner_contract',
    of: 'partner',
    columns: { accepted_name: retained('name', 'the contract binds the company as long as it is stored') },
  },
  {
    table: 'api_key',
    of: 'partner',
    columns: {
      name: retained('text', 'names a system'),
      made_by: to('name', mark),
      networks: retained('network', 'a system’s'),
    },
  },
  { table: 'api_call', of: null, columns: { source: retained('network', soonGone) } },
  { table: 'hook', of: null, columns: { address: retained('network', 'of a system, until the partner deletes it') } },
  { table: 'hook_sending', of: null, columns: { body: retained('details', soonGone) } },
  { table: 'attempt', of: null, columns: { bucket: retained('e-mail', soonGone) } },
  { table: 'booking_draft', of: 'account', gone: true, columns: { typed: goes('details') } },
  { table: 'moving_job', of: null, columns: { job: retained('details', 'while the owner moves to another cell') } },
];

const ofOrders: PersonalTable[] = [
  {
    table: 'purchase',
    of: 'order',
    title: 'orders',
    beside: ['order_no', 'placed_at', 'paid_at', 'currency', 'payable_minor', 'language'],
    columns: {
      contact: to('details', noContact),
      fields: empty('details'),
      remark: blank('text'),
      agent_reference: blank('text'),
      notify: list('e-mail'),
      pickup: none('address'),
      completion_notes: blank('text'),
      session_hash: none('secret'),
    },
  },
  {
    table: 'sub_order',
    of: 'order',
    title: 'orderLines',
    beside: ['sub_order_no', 'order_no', 'play_on', 'session', 'quantity', 'amount_minor', 'redeemed_at'],
    columns: {
      travellers: to('details', noTravellers),
      agent_reference: blank('text'),
      supplier_reference: shownIf(false, retained('text', 'the supplier’s number')),
      redeemed_by_name: byStaff,
      tracking_number: retained('text', 'the carrier’s number'),
    },
  },
  {
    table: 'order_change',
    of: 'history',
    title: 'orderChanges',
    beside: ['order_no', 'at'],
    columns: { actor_name: shownIf("t.actor <> 'owner'", to('name', mark)), changes: to('details', mark) },
  },
  {
    table: 'order_event',
    of: 'history',
    title: 'orderEvents',
    beside: ['order_no', 'sub_order_no', 'at', 'action'],
    columns: { actor_name: shownIf(byBuyer, to('name', mark)), why: to('text', mark) },
  },
  {
    table: 'order_event_archive',
    of: 'history',
    title: 'orderEventsBefore',
    beside: ['order_no', 'sub_order_no', 'at', 'action'],
    columns: { actor_name: shownIf(byBuyer, to('name', mark)), why: to('text', mark) },
  },
  {
    table: 'order_note',
    of: 'order',
    columns: { text: to('text', mark), author_name: byStaff },
  },
  {
    table: 'order_remark',
    of: 'order',
    title: 'messages',
    beside: ['order_no', 'side', 'at'],
    columns: { text: to('text', mark), author_name: shownIf('t.side = 1', to('name', mark)) },
  },
  {
    table: 'order_file',
    of: 'order',
    title: 'orderFiles',
    beside: ['order_no', 'type', 'created_at'],
    gone: true,
    columns: { name: goes('text'), bytes: goes('file'), by_name: shownIf(false, goes('name')) },
  },
  {
    table: 'cancel_request',
    of: 'order',
    title: 'cancellations',
    beside: ['order_no', 'created_at', 'quantity'],
    columns: {
      remark: shownIf(notSuppliers, blank('text')),
      reject_text: shownIf(notSuppliers, blank('text')),
      asked_by_name: shownIf('t.applier = 1', to('name', mark)),
      decided_by_name: byStaff,
    },
  },
  {
    table: 'goodwill',
    of: 'order',
    title: 'goodwill',
    // Before a second person agrees nothing is given, and the buyer reads nothing of it.
    shown: "t.state = 'done'",
    beside: ['order_no', 'amount_minor', 'created_at'],
    columns: {
      reason: to('text', mark),
      asked_by_name: byStaff,
      decided_by_name: byStaff,
    },
  },
  {
    table: 'driver',
    of: 'line',
    columns: {
      name: to('name', mark),
      area_code: blank('telephone'),
      phone: blank('telephone'),
      plate: blank('details'),
      car: retained('text', 'a make of cars'),
      remark: blank('text'),
    },
  },
  {
    table: 'esim',
    of: 'order',
    title: 'dataPlans',
    beside: ['order_no', 'iccid', 'valid_until'],
    columns: {
      activation: blank('secret'),
      confirmation_code: blank('secret'),
      pin: blank('secret'),
      puk: blank('secret'),
      phone: blank('telephone'),
      by_name: byStaff,
    },
  },
  {
    table: 'completion_link',
    of: 'orders',
    gone: true,
    columns: { sent_to: goes('e-mail'), token_hash: goes('secret') },
  },
  { table: 'supply_link', of: 'order', gone: true, columns: { sent_to: goes('e-mail'), token_hash: goes('secret') } },
  {
    table: 'octo_booking',
    of: 'order',
    title: 'bookingsOfSystems',
    beside: ['order_no', 'created_at'],
    columns: {
      contact: empty('details'),
      details: empty('details'),
      units: to('details', noUnits),
      reseller_reference: none('text'),
      notes: none('text'),
      cancel_reason: none('text'),
    },
  },
  {
    table: 'octo_cart',
    of: null,
    columns: { contact: retained('details', soonGone), reseller_reference: retained('text', soonGone) },
  },
  { table: 'octo_supply', of: 'order', columns: { answer: blank('details') } },
  {
    table: 'review',
    of: 'line',
    title: 'reviews',
    beside: ['stars', 'language', 'used_on', 'state', 'created_at'],
    columns: {
      author: blank('name'),
      body: retained('text', 'the person chose that it stays; else the whole review is erased'),
    },
  },
  { table: 'review_picture', of: 'line', title: 'reviewPictures', gone: true, columns: { picture_id: goes('file') } },
  {
    table: 'review_translation',
    of: null,
    columns: {
      body: retained('text', 'what its review says in another language; goes with the review'),
      answer: retained('text', 'what the owner answered, in another language; goes with the review'),
      answer_of: retained('text', 'what the owner answered; goes with the review'),
    },
  },
  { table: 'review_ask', of: 'order', gone: true, columns: { token_hash: goes('secret') } },
  {
    table: 'review_report',
    of: null,
    columns: { source_hash: retained('network', 'a hash, of a reader, until the report is settled') },
  },
  {
    table: 'picture',
    of: null,
    columns: { bytes: retained('file', 'those of reviews go with the review; the others are the owner’s') },
  },
  { table: 'picture_size', of: null, columns: { bytes: retained('file', 'as the picture') } },
];

const ofMoney: PersonalTable[] = [
  {
    table: 'payment',
    of: 'payment',
    title: 'payments',
    beside: ['payment_no', 'order_no', 'channel', 'currency', 'amount_minor', 'created_at', 'settled_at'],
    columns: {
      cardholder: none('details'),
      channel_data: retained('details', 'numbers of the gateway, without which nothing can be given back'),
      pay_url: none('secret'),
    },
  },
  { table: 'payment_notice', of: 'payment', columns: { raw: blank('details') } },
  {
    table: 'refund',
    of: 'order',
    title: 'refunds',
    beside: ['refund_no', 'order_no', 'currency', 'amount_minor', 'created_at'],
    columns: { reason: retained('text', 'bookkeeping') },
  },
  {
    table: 'supplement',
    of: 'order',
    title: 'additionalPayments',
    beside: ['supplement_no', 'order_no', 'amount_minor', 'created_at'],
    columns: { reason: retained('text', 'the invoice shows it') },
  },
  {
    table: 'transfer',
    of: 'payment',
    title: 'transfers',
    beside: ['payment_no', 'submitted_at', 'received_on', 'reference'],
    columns: {
      remark: blank('text'),
      reason: blank('text'),
      refusals: list('text'),
      decided_by_name: byStaff,
    },
  },
  {
    table: 'transfer_file',
    of: 'payment',
    title: 'transferSlips',
    beside: ['payment_no', 'type', 'created_at'],
    columns: {
      name: blank('text'),
      bytes: retained('file', 'a paper of bookkeeping: the clock deletes it with the invoice'),
    },
  },
  {
    table: 'invoice_name',
    of: 'order',
    title: 'invoices',
    beside: ['order_no', 'until_on'],
    columns: {
      name: retained('name', 'the law wants invoices whole: the clock deletes it at the end of their time'),
    },
  },
  { table: 'quotation_link', of: 'quotationLink', gone: true, columns: { token_hash: goes('secret') } },
  {
    table: 'quotation_event',
    of: 'quotation',
    columns: { actor_name: to('name', mark), text: blank('text') },
  },
  { table: 'quotation', of: 'quotation', columns: { accepted_by: blank('name') } },
  // After the tables above, whose rows are known by its address.
  {
    table: 'quotation_version',
    of: 'quotation',
    title: 'quotations',
    beside: ['quotation_id', 'version', 'valid_until'],
    columns: { customer_name: blank('name'), customer_email: blank('e-mail'), greeting: blank('text') },
  },
  {
    table: 'adjustment',
    of: null,
    columns: { asked_by_name: byStaff, decided_by_name: byStaff },
  },
  {
    table: 'gift_card',
    of: null,
    columns: {
      note: retained('text', 'of staff'),
      issued_by_name: byStaff,
      blocked_why: retained('text', 'of staff'),
      blocked_by_name: byStaff,
    },
  },
  { table: 'settlement_difference', of: null, columns: { decided_by_name: byStaff } },
  { table: 'redemption', of: null, columns: { by_name: byStaff } },
];

const ofMails: PersonalTable[] = [
  {
    table: 'mail',
    of: 'mail',
    title: 'mails',
    beside: ['created_at', 'sent_at'],
    gone: true,
    columns: {
      recipient: goes('e-mail'),
      subject: goes('text'),
      body: goes('text'),
      html: { kind: 'text', copy: true },
      attachments: goes('file'),
      sealed: goes('secret'),
      again: { kind: 'details', copy: true },
      problem: goes('text'),
    },
  },
  {
    table: 'audit_log',
    of: 'log',
    columns: {
      acting_for: to('name', mark),
      before: to('details', mark),
      after: to('details', mark),
      staff_name: byStaff,
      source: retained('network', 'of staff'),
    },
  },
  {
    table: 'audit_log_archive',
    of: 'log',
    columns: {
      acting_for: to('name', mark),
      before: to('details', mark),
      after: to('details', mark),
      staff_name: byStaff,
      source: retained('network', 'of staff'),
    },
  },
  {
    table: 'erasure',
    of: null,
    columns: {
      person_mark: retained('e-mail', 'a hash under the house’s key, by which a restored backup is erased again'),
      decided_by_name: byStaff,
      reason: retained('text', 'of staff, about the request'),
    },
  },
  {
    table: 'import_chunk',
    of: null,
    columns: { products: retained('details', soonGone), outcomes: retained('details', soonGone) },
  },
  {
    table: 'supplier',
    of: null,
    columns: {
      contacts: retained('details', 'contacts of a business, which the owner keeps on its screen'),
      address: retained('address', 'of a business'),
      note: retained('text', 'of a business'),
    },
  },
  { table: 'supplier_payment', of: null, columns: { reference: retained('text', 'of a payment to a business') } },
];

export const personalTables: readonly PersonalTable[] = [...ofAccounts, ...ofOrders, ...ofMoney, ...ofMails];
