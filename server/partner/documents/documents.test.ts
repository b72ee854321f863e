// Papers of partners (rules §3, security rules 31, 34 and 56): uploaded by either side, readable by both and by no one else, limited,
// and shown to staff before they expire.
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fileAddress } from '../../../contract/file-address.ts';
import { addDays } from '../../../domain/dates.ts';
import { partnerDocumentRules } from '../../../domain/partner-documents.ts';
import { openTestHouse, type TestHouse } from '../../../tests/build/open-house.ts';
import { today } from '../../../tests/build/small-seed.ts';

let test: TestHouse;
let agent: string;
let operations: string;
let partnerId: string;
beforeAll(async () => {
  test = await openTestHouse();
  agent = await test.signIn('agent@one.example', 'agent-2026');
  operations = await test.signIn('operations@one.example', 'operations-2026');
  const found = await test.call('consolePartners', { query: 'agent@' }, { token: operations });
  partnerId = found.data.list[0]?.id ?? '';
});
afterAll(() => test.close());

/** A PDF whose objects are in a packed stream, as most programs write them. */
const packedPdf = (objects: string, type = '/Type /ObjStm', pack: (text: Buffer) => Buffer = deflateSync) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.5\n5 0 obj<<${type} /N 1 /First 4 /Filter /FlateDecode>>stream\n`),
    pack(Buffer.from(objects)),
    Buffer.from('\nendstream endobj\ntrailer<<>>\n%%EOF\n'),
  ]);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
type Values = { kind?: string; endsOn?: string; name?: string };

async function upload(token: string, values: Values = {}, body: Buffer = pdf, ofStaff = false) {
  const given = { kind: 'licence', endsOn: '', name: 'Licence 2026.pdf', ...values };
  const address = ofStaff
    ? fileAddress('consoleDocumentUpload', { id: partnerId, ...given })
    : fileAddress('partnerDocumentUpload', given);
  const headers = { token, 'content-type': 'application/octet-stream', l: 'en' };
  const answer = await test.fetch(address, { method: 'POST', headers, body: new Uint8Array(body) });
  const { code, data } = (await answer.json()) as {
    code: number;
    data: { list: { id: string; name: string }[] } | null;
  };
  return { http: answer.status, code, data };
}
const own = async () => (await test.call('partnerDocuments', {}, { token: agent })).data.list;
const queue = async () =>
  (await test.call('consoleQueues', {}, { token: operations })).data.list.find(({ key }) => key === 'documents')?.count;

describe('a partner’s document', () => {
  it('is sent in by the partner, read by staff, and the other way round', async () => {
    const sent = await upload(agent, { kind: 'licence', endsOn: addDays(today, 400) });
    expect(sent.code).toBe(200);
    const added = await upload(operations, { kind: 'contract', name: '../../Vertrag "1".exe' }, pdf, true);
    expect(added.code).toBe(200);
    const seen = (await test.call('consolePartnerDocuments', { id: partnerId }, { token: operations })).data.list;
    expect(seen).toEqual(await own());
    expect(seen).toMatchObject([
      { kind: 'contract', endsOn: null, ends: null, name: expect.stringMatching(/^[\w .-]+\.pdf$/), byPartner: false },
      { kind: 'licence', ends: 'later', name: 'Licence 2026.pdf', byPartner: true },
    ]);
    const [contract, licence] = seen;
    for (const [address, token] of [
      [fileAddress('partnerDocument', { documentId: contract?.id ?? '' }), agent],
      [fileAddress('consoleDocument', { id: partnerId, documentId: licence?.id ?? '' }), operations],
    ] as const) {
      const answer = await test.fetch(address, { headers: { token } });
      expect(answer.headers.get('content-disposition')).toContain('attachment');
      expect(Buffer.from(await answer.arrayBuffer()).equals(pdf)).toBe(true);
    }
    const log = (await test.call('consolePartner', { id: partnerId }, { token: operations })).data.log;
    expect(log.map(({ act }) => act)).toContain('document-added');
    // The owner's own stays; what the partner sent in it takes back.
    expect((await test.call('partnerDocumentDelete', { documentId: contract?.id ?? '' }, { token: agent })).http).toBe(
      421,
    );
    expect((await test.call('partnerDocumentDelete', { documentId: licence?.id ?? '' }, { token: agent })).code).toBe(
      200,
    );
    expect(await own()).toHaveLength(1);
  });

  it('is hidden from all others: other partners, sub-accounts, other roles, other owners', async () => {
    const [{ id = '' } = {}] = await own();
    const member = await test.signIn('member@one.example', 'member-2026');
    const sub = await test.signIn('sub@one.example', 'sub-2026');
    const finance = await test.signIn('finance@one.example', 'finance-2026');
    for (const token of [member, sub])
      expect(
        (await test.fetch(fileAddress('partnerDocument', { documentId: id }), { headers: { token } })).status,
      ).not.toBe(200);
    for (const token of [finance, agent])
      expect(
        (await test.fetch(fileAddress('consoleDocument', { id: partnerId, documentId: id }), { headers: { token } }))
          .status,
      ).not.toBe(200);
    expect((await upload(finance, {}, pdf, true)).http).toBe(421);
    expect((await test.call('consoleDocumentDelete', { id: '999', documentId: id }, { token: operations })).http).toBe(
      421,
    );
    expect(
      (
        await test.fetch(fileAddress('consoleDocument', { id: 'x', documentId: id }), {
          headers: { token: operations },
        })
      ).status,
    ).toBe(421);
  });

  it('is refused by kind, day, content and size', async () => {
    expect((await upload(agent, { kind: 'poem' })).code).toBe(200001);
    expect((await upload(agent, { endsOn: 'soon' })).code).toBe(200001);
    expect((await upload(agent, {}, Buffer.from('MZ not a paper'))).code).toBe(200508);
    expect((await upload(agent, {}, Buffer.from('%PDF-1.4 /JavaScript (x) %%EOF'))).code).toBe(200508);
    // The same name with an escape, and within a packed stream of objects, also one that cannot be looked into.
    expect((await upload(agent, {}, Buffer.from('%PDF-1.4 /J#61va#53cript (x) %%EOF'))).code).toBe(200508);
    const action = '7 0 <</S /JavaScript /JS (app.alert(1))>>';
    expect((await upload(agent, {}, packedPdf(action))).code).toBe(200508);
    expect((await upload(agent, {}, packedPdf(action, '/Type /Obj#53tm'))).code).toBe(200508);
    expect((await upload(agent, {}, packedPdf('7 0 <</S /L#61unch>>'))).code).toBe(200508);
    expect(
      (
        await upload(
          agent,
          {},
          packedPdf('7 0 <<>>', '/Type /ObjStm', (text) => text),
        )
      ).code,
    ).toBe(200508);
    expect((await upload(agent, {}, packedPdf('7 0 <</Type /Page>>'))).code).toBe(200);
    const large = Buffer.concat([pdf, Buffer.alloc(partnerDocumentRules.mostBytes)]);
    const refused = await upload(agent, {}, large);
    expect(refused.code === 200508 || refused.http === 413).toBe(true);
  });

  it('comes to staff before it ends, until a later one of its kind takes its place', async () => {
    const before = (await queue()) ?? 0;
    await upload(agent, { kind: 'insurance', endsOn: addDays(today, 10) });
    expect(await queue()).toBe(before + 1);
    const filtered = await test.call('consolePartners', { documents: 'ending' }, { token: operations });
    expect(filtered.data.list.map(({ id }) => id)).toEqual([partnerId]);
    await upload(operations, { kind: 'insurance', endsOn: addDays(today, 375) }, pdf, true);
    expect(await queue()).toBe(before);
    expect((await test.call('consolePartners', { documents: 'ending' }, { token: operations })).data.total).toBe(0);
  });

  it('has a limit that many uploads at once do not pass', async () => {
    const room = partnerDocumentRules.mostFiles - (await own()).length;
    const answers = await Promise.all(Array.from({ length: room + 8 }, () => upload(agent, { kind: 'other' })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(room);
    expect(answers.filter(({ code }) => code === 200509)).toHaveLength(8);
    expect(await own()).toHaveLength(partnerDocumentRules.mostFiles);
  });
});
