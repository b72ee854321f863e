// Every rule of the booking form's fields (§3, §5), value by value; the checks against the day of travel; and lists of names.
import { describe, expect, it } from 'vitest';
import { type BookingFacts, type BookingInput, judgeBooking } from './booking-rules.ts';
import { readCells, readNameList } from './name-list.ts';
import {
  ageOn,
  checkAgainstDays,
  checkField,
  expiresSoon,
  fieldName,
  fieldOrder,
  inFieldOrder,
  isTravellerField,
  namesAsked,
  travellerFields,
} from './traveller-fields.ts';

const long = (count: number) => 'x'.repeat(count);

describe('one field', () => {
  it.each([
    ['101', '王小明', undefined],
    ['101', 'Wang', 'chineseOnly'],
    ['101', '王'.repeat(51), 'tooLong'],
    ['102', 'Nguyễn Thị Đệ', undefined],
    ['102', '王小明', 'latinOnly'],
    ['102', 'Tan 2', 'latinOnly'],
    ['102', '-', 'latinOnly'],
    ['103', '3', 'choose'],
    ['104', '1990-02-30', 'date'],
    ['104', '90-02-03', 'date'],
    ['104', '0090-02-03', 'date'],
    ['205', '1899-12-31', 'date'],
    ['105', '172.25', undefined],
    ['105', '172.255', 'decimal'],
    ['106', '-60', 'decimal'],
    ['107', '-3.25', undefined],
    ['108', '42,5', 'decimal'],
    ['109', 'MY', undefined],
    ['109', 'Malaysia', 'choose'],
    ['110', 'XXL', undefined],
    ['110', 'X-L', 'format'],
    ['201', '44052419900101001X', undefined],
    ['202', 'E1234567', undefined],
    ['202', 'E-1234567', 'format'],
    ['202', long(21), 'tooLong'],
    ['203', '', 'required'],
    ['204', 'Ä1', 'format'],
    ['205', '2020/01/01', 'date'],
    ['206', 'never', 'date'],
    ['207', long(61), 'tooLong'],
    ['301', '+60 12', 'phoneFormat'],
    ['301', '1'.repeat(21), 'tooLong'],
    ['301', '1234', 'tooShort'],
    ['302', '0123', 'tooShort'],
    ['302', '01234', undefined],
    ['303', 'nobody', 'emailFormat'],
    ['304', 'mei_tan-1', undefined],
    ['304', 'mei tan', 'format'],
    ['304', '', undefined],
    ['305', '12a', 'phoneFormat'],
    ['401', long(256), 'tooLong'],
    ['402', long(128), 'tooLong'],
    ['402', '1 Beach Road\u0007', 'characters'],
    ['403', 'Sea & Sand Hotel, No. 1', undefined],
    ['403', '海滩酒店', 'englishOnly'],
    ['403', long(81), 'tooLong'],
    ['404', '两行\n文字', undefined],
    ['404', long(1001), 'tooLong'],
    ['405', '03-123', 'phoneFormat'],
    ['405', '7', 'tooShort'],
    ['405', '', undefined],
    ['406', 'MH 123', undefined],
    ['406', 'MH-123', 'format'],
    ['406', long(11), 'tooLong'],
    ['407', '09:30', undefined],
    ['407', '09:30:15', undefined],
    ['407', '09:30:60', 'time'],
    ['407', '24:00', 'time'],
    ['407', '9:30', 'time'],
    ['lastname', '王', 'latinOnly'],
    ['pinyinName', 'Wang Xiaoming', undefined],
    ['areaCode', '60', undefined],
    ['areaCode', '99999', 'choose'],
    ['roomNumber', 'B 12', undefined],
    ['alternateDate', 'tomorrow', 'date'],
    ['alternateTime', '7pm', 'time'],
    ['returnCity', long(61), 'tooLong'],
    ['returnPoint', long(128), 'tooLong'],
    ['stayOverHotel', '酒店', 'englishOnly'],
    ['flightArrivalTime', '23:59', undefined],
    ['terminal', '2 A', undefined],
    ['terminal', 'T-2', 'format'],
    ['passengerCount', '0', 'range'],
    ['passengerCount', '999', undefined],
    ['passengerCount', '1000', 'range'],
    ['passengerCount', '1.5', 'range'],
    ['luggageCount', '0', undefined],
    ['luggageCount', '-1', 'range'],
    ['seatNumber', '12A', undefined],
    ['landingVisa', '1', undefined],
    ['landingVisa', 'yes', 'choose'],
    ['serviceLanguage', 'th', undefined],
    ['serviceLanguage', 'xx', 'choose'],
    ['notifyLanguage', 'de', 'choose'],
    ['roomPreference', 'twin', undefined],
    ['handOver', 'post', 'choose'],
    ['999', 'x', 'unknownField'],
    ['nothing', 'x', 'unknownField'],
  ])('%s %j: %s (§5 fields; §5 sizes; §5 dates; §5 names of hotels)', (name, value, problem) => {
    expect(checkField(name, value)).toBe(problem);
  });

  it('is offered in one fixed order, each once; 111 and 112 are known and never offered (§3 codes 111 and 112; §3 order of the fields)', () => {
    expect(new Set(fieldOrder).size).toBe(fieldOrder.length);
    const offered = Object.keys(travellerFields).map(Number).filter(isTravellerField);
    expect(offered.sort()).toEqual([...fieldOrder].sort());
    expect([isTravellerField(111), isTravellerField(112), checkField('111', '')]).toEqual([false, false, undefined]);
    expect(namesAsked([202, 102, 301, 111, 406], 'traveller')).toEqual(['102', '202', 'areaCode', '301']);
    expect([fieldName(102), fieldName(914)]).toEqual(['102', 'terminal']);
    const given = Object.entries({ '406': 'MH370', passengerCount: '2', '403': 'Traders', direction: 'toHotel' });
    expect(inFieldOrder(given).map(([name]) => name)).toEqual(['direction', '406', 'passengerCount', '403']);
  });
});

describe('the day of travel', () => {
  const days = { today: '2026-01-10', firstOn: '2026-03-01', lastOn: '2026-03-04', minAge: 4, maxAge: 12 };
  it.each([
    ['104', '2022-03-01', undefined],
    ['104', '2022-03-02', { problem: 'ageBetween', min: 4, max: 12 }],
    ['104', '2013-03-02', undefined],
    ['104', '2013-03-01', { problem: 'ageBetween', min: 4, max: 12 }],
    ['104', '2026-01-11', { problem: 'notFuture' }],
    ['205', '2026-01-11', { problem: 'notFuture' }],
    ['206', '2026-03-03', { problem: 'expired' }],
    ['206', '2026-03-04', undefined],
    ['returnDate', '2026-02-28', { problem: 'beforeTravel' }],
    ['alternateDate', '2026-02-01', undefined],
    ['alternateDate', '2026-01-09', { problem: 'dayOver' }],
  ])('%s %s: %j', (name, value, found) => {
    expect(checkAgainstDays(name, value, days)).toEqual(found);
  });

  it('says "at least" where there is no upper age, and holds open tickets against today (§9 age bounds)', () => {
    const open = { today: '2026-01-10', firstOn: null, lastOn: null, minAge: 18, maxAge: 999 };
    expect(checkAgainstDays('104', '2008-01-11', open)).toEqual({ problem: 'ageFrom', min: 18 });
    expect(checkAgainstDays('104', '2008-01-10', open)).toBeUndefined();
    expect(checkAgainstDays('206', '2026-01-09', open)).toEqual({ problem: 'expired' });
    expect([ageOn('2004-02-29', '2026-02-28'), ageOn('2004-02-29', '2026-03-01')]).toEqual([21, 22]);
  });

  it('warns of a passport that ends within six months after the trip', () => {
    expect(expiresSoon('2026-09-03', days)).toBe(true);
    expect(expiresSoon('2026-09-04', days)).toBe(false);
    expect(expiresSoon('2026-03-03', days)).toBe(false);
    expect(expiresSoon('2027-02-27', { ...days, lastOn: '2026-08-31' })).toBe(true);
    expect(expiresSoon('2027-02-28', { ...days, lastOn: '2026-08-31' })).toBe(false);
  });
});

describe('the form as a whole', () => {
  const line = { playOn: '2026-03-01', untilOn: null, quantity: 1, minAge: 0, maxAge: 999 };
  const facts: BookingFacts = {
    orderFields: ['406', 'flightArrivalTime', 'flightDepartureTime', 'passengerCount', '403', '402'],
    travellerFields: [],
    travellerCount: 0,
    lines: [line],
    seats: 4,
    today: '2026-01-10',
  };
  const input: BookingInput = {
    contact: { name: 'Mei', email: 'mei@example.com', areaCode: '', phone: '' },
    orderFields: { '406': 'MH1', flightArrivalTime: '10:00', passengerCount: '4', '403': 'Sea Hotel' },
    travellers: [],
    remark: '',
    agentReference: '',
    lineReferences: [''],
    notify: [{ to: 'contact', email: '' }],
  };
  const judge = (more: Partial<BookingInput>, other: Partial<BookingFacts> = {}) =>
    Object.entries(judgeBooking({ ...facts, ...other }, { ...input, ...more })).map(([path, item]) => [
      path,
      item.problem,
    ]);
  const fields = (more: Record<string, string>) => ({ orderFields: { ...input.orderFields, ...more } });

  it.each<[Partial<BookingInput>, string[][]]>([
    [{}, []],
    [fields({ '406': '' }), [['orderFields.406', 'required']]],
    [fields({ flightArrivalTime: '' }), [['orderFields.flightArrivalTime', 'oneOfBoth']]],
    [fields({ flightArrivalTime: '', flightDepartureTime: '09:00' }), []],
    [fields({ '403': '' }), [['orderFields.403', 'oneOfBoth']]],
    [fields({ '403': '', '402': '1 Beach Road' }), []],
    [fields({ passengerCount: '5' }), [['orderFields.passengerCount', 'range']]],
    [fields({ '102': 'Mei' }), [['orderFields.102', 'notOfProduct']]],
    [fields({ '777': 'x' }), [['orderFields.777', 'unknownField']]],
    [{ travellers: [{ '102': 'Mei' }] }, [['travellers.0.102', 'notOfProduct']]],
    [{ notify: [] }, [['notify', 'notifyNone']]],
    [{ notify: [{ to: 'other', email: 'x' }] }, [['notify.0.email', 'emailFormat']]],
    [{ agentReference: long(41) }, [['agentReference', 'tooLong']]],
    [{ lineReferences: [long(41)] }, [['lines.0.agentReference', 'tooLong']]],
    [{ remark: long(2001) }, [['remark', 'tooLong']]],
  ])('%j: %j', (more, problems) => {
    expect(judge(more)).toEqual(problems);
  });

  it('wants the place of delivery unless it is collected (§5 delivery)', () => {
    const asked = { orderFields: ['handOver', '401'], seats: null };
    expect(judge({ orderFields: {} }, asked)).toEqual([['orderFields.handOver', 'required']]);
    expect(judge({ orderFields: { handOver: 'collect' } }, asked)).toEqual([]);
    expect(judge({ orderFields: { handOver: 'delivery' } }, asked)).toEqual([['orderFields.401', 'required']]);
    expect(judge({ orderFields: {} }, { orderFields: ['401'], seats: null })).toEqual([
      ['orderFields.401', 'required'],
    ]);
  });
});

describe('a list of names', () => {
  const asked = ['102', '202', '104', '103', '109'];
  const words = {
    heads: { '102': ['Name in Latin letters'], '202': ['Passport number'], '103': ['Gender'] },
    choices: { '103': { '1': ['Male', 'm'], '2': ['Female', 'f'] }, '109': { MY: ['Malaysia'], CN: ['中国'] } },
  };
  it('is read without headings, in the order of the fields, with tabs', () => {
    const read = readNameList(
      'Mei Tan\te123\t1990/5/7\tF\tMalaysia\n\nLi Wei\tg1\t19800102\t1\t中国\r\n',
      asked,
      words,
    );
    expect(read.persons.map((person) => person.values)).toEqual([
      { '102': 'Mei Tan', '202': 'E123', '104': '1990-05-07', '103': '2', '109': 'MY' },
      { '102': 'Li Wei', '202': 'G1', '104': '1980-01-02', '103': '1', '109': 'CN' },
    ]);
  });
  it('is read by its headings in any order, and reports what it does not understand', () => {
    const text = 'gender,PASSPORT NUMBER,Shoe,102\n?,E1,42,"Tan, Mei"\nMale,E2,,Li';
    const read = readNameList(text, asked, words);
    expect(read.columns).toEqual(['103', '202', null, '102']);
    expect(read.persons).toEqual([
      {
        values: { '202': 'E1', '102': 'Tan, Mei' },
        unread: [
          { field: '103', text: '?' },
          { field: null, text: '42' },
        ],
      },
      { values: { '103': '1', '202': 'E2', '102': 'Li' }, unread: [] },
    ]);
  });
  it('is read by parts of its headings, unless one cell of the first line is none', () => {
    const columns = (line: string, fields = asked) => readNameList(`${line}\nMei,E1`, fields, words).columns;
    expect(columns('Passport,Name *')).toEqual(['202', '102']);
    expect(columns('Name,Passport,Shoe')).toEqual(asked);
    expect(columns('Passport,Name,Gender,Shoe')).toEqual(['202', '102', '103', null]);
    expect(columns('Mei Passport,E1')).toEqual(asked);
    const heads = { '101': ['中文姓名'], '202': ['护照号码'] };
    const read = readNameList('护照,姓名\nE1,王小明', ['101', '202'], { heads, choices: {} });
    expect(read.persons).toEqual([{ values: { '202': 'E1', '101': '王小明' }, unread: [] }]);
  });
  it('does not guess days, and takes more cells than fields as not understood', () => {
    const [person] = readNameList('Li,E1,03/04/1990,m,CN,extra', asked, words).persons;
    expect(person?.unread).toEqual([
      { field: '104', text: '03/04/1990' },
      { field: null, text: 'extra' },
    ]);
    expect(readCells('a；b，"c""d\ne"')).toEqual([['a', 'b', 'c"d\ne']]);
  });
});
