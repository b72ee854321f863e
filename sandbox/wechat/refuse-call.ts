// Errors in the shape of WeChat Pay v3: a status, a code, words.

export class WechatNo extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const badParameter = (message: string) => new WechatNo(400, 'PARAM_ERROR', message);
export const badRequest = (message: string) => new WechatNo(400, 'INVALID_REQUEST', message);
export const badSignature = (message: string) => new WechatNo(401, 'SIGN_ERROR', message);
