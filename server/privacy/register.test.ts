// The register of personal data against the database (decision 0495): every column that can hold words, documents or bytes is in exactly one
// of two lists, and neither list names what does not exist.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestHouse, type TestHouse } from '../../tests/build/open-house.ts';
import { sql } from '../platform/db.ts';
import { personalTables } from './register.ts';

/** Columns that say nothing about a person: codes, names and texts of what is sold, settings of the owner, numbers of orders. */
const impersonal: Record<string, string> = {
  account: 'kind language roles zone onboarding',
  account_link: 'purpose',
  add_on: 'names',
  adjustment: 'currency reason state',
  agreement: 'kind token titles texts',
  announcement: 'title texts audience',
  answer_template: 'titles texts',
  api_call: 'call',
  api_key: 'key_hash start scopes',
  audit_log: 'act subject',
  audit_log_archive: 'act subject',
  banner: 'titles texts picture_id link',
  cancel_request: 'order_no sub_order_no',
  captcha: 'ticket flow answer_text',
  channel_account: 'account secret_sealed problem price_currency',
  channel_balance: 'channel currency',
  channel_place: 'ref place sent',
  channel_product: 'ref problem answer',
  channel_message: 'direction kind code reference order_no',
  channel_order: 'reference order_no told_currency items',
  channel_refund: 'order_no refund_ref units',
  channel_turn: 'ref',
  channel_use: 'order_no state problem answer',
  channel_setting:
    'channel fee_percent currency merchant secret base_url keys_sealed key_names options only_currencies only_countries only_levels only_partners failed_at shown_currencies',
  city: 'city country zone names origin region',
  city_merge: 'from_city into_city',
  completion_link: 'order_nos',
  coupon: 'code type_value currency product_keys product_types cities levels partner_ids',
  coupon_use: 'code order_no',
  custom_page: 'titles texts of_country of_city',
  departure: 'session',
  driver: 'sub_order_no',
  email_code: 'purpose flow',
  erasure: 'reviews state',
  esim: 'order_no iccid payment_no sub_order_no apn valid_until',
  exchange_rate: 'currency source',
  freight_table: 'name currency zones',
  gift_card: 'code_hash ending currency',
  goodwill: 'order_no state',
  hook: 'types secret_sealed state former_sealed',
  hook_sending: 'subject type message_id state problem',
  hostname: 'host',
  idempotency_key: 'call body_hash',
  import_chunk: 'import_id',
  import_job: 'import_id file_hash file_name kind state reason mode run subject about',
  invoice_name: 'order_no',
  ledger_account: 'kind currency',
  ledger_journal: 'cause',
  line_hold: 'sub_order_no',
  mail: 'occasion',
  mail_text: 'occasion language subject intro',
  octo_booking: 'order_no body_hash availability',
  octo_cart: 'body_hash currency',
  octo_link: 'endpoint key_sealed price_by problem products subscription_ref notice_hash speaks',
  octo_offer: 'product_ref option_ref units problem ride',
  octo_subscription: 'headers_sealed webhook',
  octo_supply:
    'order_no session product_ref option_ref items state reference problem ride search_id best booking_ref net_currency',
  order_change: 'order_no actor',
  order_event: 'order_no sub_order_no action actor',
  order_event_archive: 'order_no sub_order_no action actor',
  order_file: 'file_id order_no type',
  order_note: 'order_no',
  order_remark: 'order_no',
  order_retention: 'order_no',
  owner:
    'retention code name currency address zone languages currencies limits rate_feed level_names legal_name legal_address tax_number mail_name mail_address mail_reply_to quote_places quote_hours closed_reason',
  owner_key: 'purpose public_key sealed',
  owner_setup: 'steps begun_by',
  package: 'key names descriptions pickup_times refund_rules beds board directions',
  package_session: 'session',
  partner: 'kind approval',
  partner_contract: 'token titles texts',
  partner_document: 'document_id kind type',
  partner_logo: 'logo_id type',
  partner_request: 'state',
  pass_share: 'order_no salt',
  payment: 'payment_no order_no channel currency provider_ref outcome reason supplement_no recharge_no rate_source',
  payment_notice: 'channel event_id payment_no state reason',
  pickup_area: 'names ring',
  picture: 'picture_id type colour',
  picture_size: 'picture_id type',
  poi: 'kind code country city names address words',
  price_rule: 'kind city valid_by on_city',
  product:
    'key city currency scene names overviews content service_languages redemption state preview_token refund_rules order_fields traveller_fields later_order_fields later_traveller_fields check_in check_out amenities rest_missed offers seat_plan seat_plan_alts coverage gearbox',
  product_change: 'type',
  product_hide: 'city',
  product_notice: 'kind language currency state',
  product_picture: 'picture_id alts',
  product_search: 'city',
  promotion: 'titles product_keys of_city',
  pulled_order: 'reference state problem',
  purchase: 'order_no currency language coupon_code second_check fields_later agreement_token part',
  quotation: 'number status order_nos',
  quotation_event: 'action actor',
  quotation_line: 'session add_ons percent title text net_currency facts problem guests',
  quotation_version: 'language currency title terms percent',
  recharge: 'recharge_no currency',
  redemption: 'sub_order_no',
  refund: 'refund_no order_no payment_no currency provider_ref sub_order_no last_problem act mailed_with',
  retention_run: 'kind',
  product_sale: 'order_no',
  review: 'sub_order_no language state hidden_why answer',
  review_ask: 'order_no sub_order_no',
  review_picture: 'sub_order_no',
  review_report: 'reason',
  saved_filter: 'list',
  search_word: 'word',
  settlement_difference: 'channel kind ref ours theirs state note',
  settlement_row: 'channel kind provider_ref our_ref currency',
  settlement_run: 'channel state problem',
  sign_up: 'registrant language',
  sku: 'names session_prices plan_kind plan_sku',
  sku_price: 'session',
  statement_line: 'channel',
  statement_sum: 'channel',
  sub_order: 'sub_order_no order_no session ladder terms voucher_code hold_state add_ons carrier supplier_codes',
  supplier_payment: 'currency',
  supplement: 'supplement_no order_no kind state sub_order_no',
  supplier: 'name language zone',
  supply_link: 'order_no',
  transfer: 'payment_no state reference',
  transfer_file: 'file_id payment_no type',
  used_nonce: 'nonce',
  review_translation: 'language',
  translator_setting: 'address key_sealed codes',
  wallet_setting: 'kind facts sealed',
  web_setting: 'title description owner_picture favicon wx_qr_code brand_colour online_services',
  wechat_link: 'app_id',
  offer: 'name',
  owner_away: 'state cell',
  owner_cell: 'cell',
};

let test: TestHouse;
let found: Map<string, Map<string, string>>;

beforeAll(async () => {
  test = await openTestHouse();
  const { rows } = await sql<{
    t: string;
    c: string;
    d: string;
  }>`SELECT c.table_name AS t, c.column_name AS c, c.data_type AS d
    FROM information_schema.columns c JOIN information_schema.tables b USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND b.table_type = 'BASE TABLE' AND EXISTS (SELECT 1 FROM information_schema.columns o
      WHERE o.table_schema = 'public' AND o.table_name = c.table_name AND o.column_name = 'owner_id')`.execute(
    test.database.house,
  );
  found = new Map(
    [...Map.groupBy(rows, (row) => row.t)].map(([table, columns]) => [
      table,
      new Map(columns.map(({ c, d }) => [c, d])),
    ]),
  );
});
afterAll(() => test.close());

const holdsWords = ['text', 'jsonb', 'json', 'bytea', 'ARRAY', 'character varying'];
const personal = new Map(personalTables.map(({ table, columns }) => [table, Object.keys(columns)]));
const namesOf = (table: string) => [...(personal.get(table) ?? []), ...(impersonal[table]?.split(' ') ?? [])];

/** What a database holds and neither list names. */
const findForgotten = (tables: Map<string, Map<string, string>>) =>
  [...tables].flatMap(([table, columns]) =>
    [...columns]
      .filter(([name, type]) => holdsWords.includes(type) && !namesOf(table).includes(name))
      .map(([name]) => `${table}.${name}`),
  );

describe('§6 personal data: the register', () => {
  it('names every column of an owner’s table that can hold words, as personal or not', () => {
    expect(findForgotten(found)).toEqual([]);
  });

  it('notices a column that is new', () => {
    expect(findForgotten(new Map([['account', new Map([['religion', 'text']])]]))).toEqual(['account.religion']);
  });

  it('names nothing that does not exist, and nothing twice', () => {
    for (const table of [...personal.keys(), ...Object.keys(impersonal)]) {
      const names = namesOf(table);
      expect(
        names.filter((name, at) => !found.get(table)?.has(name) || names.indexOf(name) !== at),
        table,
      ).toEqual([]);
    }
    for (const { table, beside = [] } of personalTables)
      expect(
        beside.filter((name) => !found.get(table)?.has(name)),
        table,
      ).toEqual([]);
  });

  it('says of each personal column what becomes of it', () => {
    for (const { table, of, gone, columns } of personalTables)
      for (const [name, { erased, reason: stored }] of Object.entries(columns)) {
        expect([gone, erased, stored].filter(Boolean).length, `${table}.${name}`).toBe(1);
        if (erased || gone) expect(of, table).not.toBeNull();
      }
  });
});
