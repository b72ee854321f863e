// Values for ChillPay's checksums, calculated independently of the channel and its stand-in; ChillPay published none.
export const secret = 'TESTSECRET';

/** The values that a checksum covers, in their order, and what comes out. */
export const vectors: Record<string, { values: string[]; sum: string }> = {
  start: {
    values: [
      ...['M000001', 'ORD0001', 'CUST1', '10000', '0890000000', 'Tour booking', '', '764', 'EN', '1', '127.0.0.1'],
      ...['TESTKEY', '', '', '', '', '', 'a@example.com', ''],
    ],
    sum: '9042746366e31ee0086954f81324125b',
  },
  status: { values: ['M000001', '12345', 'TESTKEY'], sum: '693a0194d54d5d66dffc16cef5d39541' },
  notice: {
    values: [
      ...[
        '12345',
        '10000',
        'ORD0001',
        'CUST1',
        'KBANK',
        '01/02/2026 10:20:30',
        '0',
        '',
        '20260201',
        '102030',
        'Tour',
        '',
      ],
      ...['764', 'Test User'],
    ],
    sum: '89a7eee3aae98eb6d2f4c40f31b88e2a',
  },
  void: { values: ['12345'], sum: '43d02855249d41a81a8418ddb6554dba' },
  refundOfPart: { values: ['12345', '5000', 'guest ill'], sum: '0a3cd58ff6de07957a7d209e7a7fb903' },
  search: {
    values: ['TransactionId', 'DESC', '10', '1', '', 'M000001', '', '', 'ORD0001', '', '', '', '', ''],
    sum: '97bd1b596d017aeb7440a59c7c645582',
  },
};
