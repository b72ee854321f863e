// Refusals in the codes of Alipay's gateway: 40001 something is missing, 40002 something is wrong, 40004 the business said no.

export class AlipayRefusal extends Error {
  readonly body: { code: string; msg: string; sub_code: string; sub_msg: string };

  constructor(code: string, msg: string, subCode: string, subMsg: string) {
    super(`${subCode} ${subMsg}`);
    this.body = { code, msg, sub_code: subCode, sub_msg: subMsg };
  }
}

export const missing = (subCode: string, subMsg: string) =>
  new AlipayRefusal('40001', 'Missing Required Arguments', subCode, subMsg);
export const wrong = (subCode: string, subMsg: string) =>
  new AlipayRefusal('40002', 'Invalid Arguments', subCode, subMsg);
export const failed = (subCode: string, subMsg: string) =>
  new AlipayRefusal('40004', 'Business Failed', `ACQ.${subCode}`, subMsg);
