// For each case of conformance.ts the mistake that it exists for: the test gateway's adapter with one thing bent, or the house with one
// thing undone. broken.test.ts shows that the case fails with it and passes again without it.
import { createHmac } from 'node:crypto';
import { PaymentStatus } from '../../../../domain/payment-status.ts';
import type { Answer, Channel, ChannelConfig, Headers, Notice, StartInput } from '../channel.ts';

export type Break = {
  /** What is wrong. */
  mistake: string;
  /** What of the adapter is replaced. */
  bend?(whole: Channel): Partial<Channel>;
  /** Statements that undo a guard of the house, and bring it back. */
  house?: { undo: string; mend: string };
};

const { paid, paying, failed } = PaymentStatus;

const signatureHeader = 'x-sandbox-signature';

/** Reads notices as the channel does, with another answer. */
function answering(whole: Channel, change: (answer: Answer, config: ChannelConfig) => Answer): Partial<Channel> {
  return {
    readNotice(config, ...rest) {
      const notice = whole.readNotice(config, ...rest);
      return notice?.answer ? { ...notice, answer: change(notice.answer, config) } : notice;
    },
    query: async (config, ...rest) => change(await whole.query(config, ...rest), config),
  };
}

const change = (fields: (answer: Extract<Answer, { state: 'paid' }>) => object) => (answer: Answer) =>
  answer.state === 'paid' ? { ...answer, ...fields(answer) } : answer;

/** Takes what it asked for as what was paid. */
function believing(whole: Channel, pick: (input: StartInput, answer: Extract<Answer, { state: 'paid' }>) => object) {
  const inputs = new Map<string, StartInput>();
  return {
    ...answering(
      whole,
      change((answer) => {
        const start = inputs.get(answer.paymentNo);
        return start ? pick(start, answer) : {};
      }),
    ),
    start(config: ChannelConfig, input: StartInput, now: Date) {
      inputs.set(input.paymentNo, input);
      return whole.start(config, input, now);
    },
  };
}

const trigger = (name: string, when: string, body: string) => ({
  undo: `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN ${body} END $$;
    CREATE TRIGGER ${name} ${when} FOR EACH ROW EXECUTE FUNCTION ${name}()`,
  mend: `DROP FUNCTION ${name}() CASCADE`,
});

const isFailure = ({ answer }: Notice) => answer?.state === 'failed';
const pendingOf = ({ paymentNo }: Answer): Answer => ({ state: 'pending', paymentNo, reason: 'bent' });

const ofNotices: Record<string, Break> = {
  'a good notice settles the order': {
    mistake: 'no notice is heard, and a question gets no clear answer',
    bend: (whole) => ({ ...answering(whole, pendingOf), readNotice: () => undefined }),
  },
  'ten copies at once apply once': {
    mistake: 'each copy counts as another notice, and the payment forgets that its money came',
    bend: (whole) => ({
      readNotice(...parameters) {
        const notice = whole.readNotice(...parameters);
        return notice && { ...notice, eventId: `${notice.eventId}-${Math.random()}` };
      },
    }),
    house: trigger(
      'forget_money',
      'BEFORE UPDATE ON payment',
      `IF NEW.status = ${paid} THEN NEW.status := ${paying}; END IF; RETURN NEW;`,
    ),
  },
  'out of order: the failure that comes after the money changes nothing': {
    mistake: 'the last notice wins',
    house: trigger(
      'believe_last',
      'AFTER UPDATE ON payment_notice',
      `IF NEW.raw LIKE '%payment.failed%' THEN UPDATE purchase o SET pay_status = ${failed} FROM payment p
        WHERE p.payment_no = NEW.payment_no AND p.owner_id = o.owner_id AND p.order_no = o.order_no; END IF; RETURN NEW;`,
    ),
  },
  'out of order: money that comes after a failure counts': {
    mistake: 'what failed once can never be paid',
    bend(whole) {
      const over = new Set<string>();
      return {
        readNotice(...parameters) {
          const notice = whole.readNotice(...parameters);
          if (!notice) return undefined;
          if (isFailure(notice)) over.add(notice.paymentNo);
          const answer: Answer = { state: 'failed', paymentNo: notice.paymentNo, reason: 'failed before' };
          return over.has(notice.paymentNo) ? { ...notice, answer } : notice;
        },
      };
    },
  },
  'before `paying` returned: applied, and the start ends well': {
    mistake: 'only attempts whose start has returned are known',
    bend(whole) {
      const returned = new Set<string>();
      return {
        async start(config, input, now) {
          const started = await whole.start(config, input, now);
          returned.add(input.paymentNo);
          return started;
        },
        readNotice(...parameters) {
          const notice = whole.readNotice(...parameters);
          return notice && returned.has(notice.paymentNo) ? notice : undefined;
        },
      };
    },
  },
  'an amount one less': {
    mistake: 'the amount is what was asked for, not what was paid',
    bend: (whole) => believing(whole, ({ amount }) => ({ amount })),
  },
  'another currency': {
    mistake: 'the currency is what was asked for, not what was paid',
    bend: (whole) => believing(whole, ({ amount: { currency } }, { amount }) => ({ amount: { ...amount, currency } })),
  },
  'another merchant': {
    mistake: 'the account is the one of the settings, not the one that got the money',
    bend: (whole) => answering(whole, (answer, config) => change(() => ({ merchant: whole.merchant(config) }))(answer)),
  },
  "another order's reference": {
    mistake: "the gateway's own number is not read",
    bend: (whole) =>
      answering(
        whole,
        change(() => ({ providerRef: null })),
      ),
  },
  "another order's reference with a genuine small payment": {
    mistake: "neither the gateway's own number nor the amount is read",
    bend: (whole) => believing(whole, ({ amount }) => ({ amount, providerRef: null })),
  },
  'a bad signature': {
    mistake: 'any signature will do',
    bend: (whole) => ({
      readNotice: (config, raw, headers, now) => whole.readNotice(config, raw, signAnew(config, raw, headers), now),
    }),
  },
  'replayed to another owner': {
    mistake: 'what cannot be verified is taken as news of another sale',
    bend: (whole) => ({
      readNotice: (...parameters) => whole.readNotice(...parameters) ?? { eventId: 'any', paymentNo: '' },
    }),
  },
  'an old timestamp': {
    mistake: "the notice's own clock is believed",
    bend: (whole) => ({
      readNotice: (config, raw, headers) => whole.readNotice(config, raw, headers, new Date(timeOf(headers) * 1000)),
    }),
  },
};

const timeOf = (headers: Headers) => Number(/^t=(\d+)/.exec(headers[signatureHeader] ?? '')?.[1]);

function signAnew({ keys }: ChannelConfig, raw: Buffer, headers: Headers): Headers {
  const t = timeOf(headers);
  const hmac = createHmac('sha256', keys.secret ?? '').update(`${t}.`);
  return { ...headers, [signatureHeader]: `t=${t},v1=${hmac.update(raw).digest('hex')}` };
}

const closedUnasked: Pick<Channel, 'close'> = {
  close: async (_, { paymentNo }) => ({ state: 'failed', paymentNo, reason: 'closed' }),
};

const ofSilences: Record<string, Break> = {
  'silence: asking settles': {
    mistake: 'a question gets no clear answer',
    bend: (whole) => ({ query: answering(whole, pendingOf).query as Channel['query'] }),
  },
  'a lost answer to the start is asked for again: one attempt': {
    mistake: 'each start has a number of its own at the gateway',
    bend: (whole) => ({
      start: (config, input, now) =>
        whole.start(config, { ...input, paymentNo: `${input.paymentNo}-${Math.random()}` }, now),
    }),
  },
  'a failed attempt lets the buyer pay again': {
    mistake: 'an attempt that failed stays open',
    bend: (whole) => answering(whole, (answer) => (answer.state === 'failed' ? pendingOf(answer) : answer)),
  },
  'another way first closes the attempt at the channel': {
    mistake: 'an attempt counts as closed without asking',
    bend: () => closedUnasked,
  },
  'paid while another way closes the attempt: paid once, and the other way is not begun': {
    mistake: 'an attempt counts as closed without asking',
    bend: () => closedUnasked,
  },
};

const ofLateMoney: Record<string, Break> = {
  'late after the deadline: takes the places again': {
    mistake: 'money is ignored once its attempt ended',
    house: trigger(
      'ignore_late',
      'BEFORE UPDATE ON payment',
      `IF OLD.status = ${failed} AND NEW.status = ${paid} THEN RETURN NULL; END IF; RETURN NEW;`,
    ),
  },
  'late after the deadline without places: goes back in full': {
    mistake: 'a refund is one short',
    bend: (whole) => ({ refund: refunding(whole, (amountMinor) => amountMinor - 1) }),
  },
  'a refund without an answer stays unknown and is asked for with the same number': {
    mistake: 'each request for a refund has a number of its own',
    bend: (whole) => ({
      queryRefund: null,
      refund: refunding(
        whole,
        (amountMinor) => amountMinor,
        () => String(Math.random()),
      ),
    }),
  },
  'twenty refusals of one order at once give the money back once': {
    mistake: 'the money goes back in two halves',
    bend: (whole) => ({
      async refund(...parameters) {
        const half = refunding(
          whole,
          (amountMinor) => Math.floor(amountMinor / 2),
          () => String(Math.random()),
        );
        await half(...parameters);
        return half(...parameters);
      },
    }),
  },
  'twenty partial refunds at once never pass what was paid; the rest goes back, and nothing beyond it': {
    mistake: 'each part gives everything back',
    bend: (whole) => ({
      async refund(config, input, now) {
        return refunding(whole, () => input.payment.amount.amountMinor)(config, input, now);
      },
    }),
  },
};

function refunding(whole: Channel, amountOf: (amountMinor: number) => number, mark = () => '') {
  const refund: NonNullable<Channel['refund']> = async (config, input, now) => {
    if (!whole.refund) throw new Error('this channel gives no money back');
    const amount = { ...input.amount, amountMinor: amountOf(input.amount.amountMinor) };
    return whole.refund(config, { ...input, refundNo: input.refundNo + mark(), amount }, now);
  };
  return refund;
}

/** By the name of the case. */
export const breaks: Readonly<Record<string, Break>> = { ...ofNotices, ...ofSilences, ...ofLateMoney };
