// One promo code (§3, rules §5): what it takes off, when, how often and for which products.
import { consolePaths } from '../../../../domain/console-paths.ts';
import { send } from '../../../call.ts';
import { ChoiceField, InputField } from '../../../console-kit/form-fields.tsx';
import { ChooseProducts } from '../../../parts/console/choose-products.tsx';
import {
  type CouponDraft,
  type CouponFile,
  couponInput,
  couponTypes,
  hasMinimum,
  isFixed,
  judgeCoupon,
  savedDraftOf,
} from '../../../parts/console/money/coupon-draft.ts';
import { DraftBar } from '../../../parts/console/money/draft-bar.tsx';
import { useSavedDraft } from '../../../parts/console/money/use-saved-draft.ts';
import { Section } from '../../../parts/console/settings-frame.tsx';
import { AmountField } from '../../../parts/form/amount-field.tsx';
import { useWords } from '../../../parts/use-words.ts';

/** `saved`: it was made a moment ago, on the page before. */
export function CouponForm({ file, saved: isSaved }: { file: CouponFile; saved: boolean }) {
  const words = useWords();
  const { say } = words;
  const code = file.coupon?.code ?? '';
  const form = useSavedDraft(savedDraftOf(file), {
    read: async () => savedDraftOf(await send('consoleCoupon', { code })),
    judge: (draft) => judgeCoupon(draft, !code, words),
    async save(draft, revision) {
      const saved = await send('consoleCouponSave', couponInput(draft, String(revision)));
      return code ? undefined : consolePaths.coupon(saved.code, { saved: 1 });
    },
    saved: say('marketing.coupon.saved', { code }),
    isSaved,
  });
  const part = { draft: form.draft, problems: form.problems, change: form.change };
  return (
    <form ref={form.ref} onSubmit={form.submit} noValidate className="grid gap-4 [&_:focus]:scroll-mb-32">
      <Section title={say('marketing.coupon.what')}>
        {!code && <Code {...part} />}
        <Value {...part} currencies={file.currencies} />
      </Section>
      <Section title={say('marketing.coupon.when')}>
        <Bounds {...part} zone={file.zone} />
      </Section>
      <Section title={say('marketing.coupon.scope')}>
        <Scope {...part} />
      </Section>
      <DraftBar form={form} />
    </form>
  );
}

type PartProps = {
  draft: CouponDraft;
  problems: Record<string, string>;
  change(part: Partial<CouponDraft>, field?: string): void;
};

function Code({ draft, problems, change }: PartProps) {
  const { say } = useWords();
  return (
    <InputField
      label={say('marketing.coupon.code')}
      hint={say('marketing.coupon.codeHint')}
      error={problems.code}
      required
      name="code"
      maxLength={20}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className="uppercase"
      value={draft.code}
      onText={(text) => change({ code: text })}
    />
  );
}

function Value({ draft, problems, change, currencies }: PartProps & { currencies: CouponFile['currencies'] }) {
  const { say } = useWords();
  const currency = currencies.find((one) => one === draft.currency) ?? (draft.currency as (typeof currencies)[number]);
  const amount = (name: 'amountMinor' | 'minimumMinor' | 'mostMinor', word: string, required: boolean) => (
    <AmountField
      name={name}
      label={say(word, { currency })}
      currency={currency}
      value={draft[name]}
      onChange={(value) => change({ [name]: value })}
      error={problems[name]}
      required={required}
      {...(required ? {} : { hint: say('marketing.coupon.limitHint') })}
    />
  );
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <ChoiceField
        label={say('marketing.coupon.type')}
        error={problems.type}
        name="type"
        value={draft.type}
        onPick={(one) => change({ type: one })}
        options={couponTypes}
        word="marketing.coupon.type"
      />
      <ChoiceField
        label={say('payment.balance.column.currency')}
        error={problems.currency}
        name="currency"
        value={draft.currency}
        onPick={(one) => change({ currency: one })}
        options={[...new Set([...currencies, currency])]}
      />
      {isFixed(draft) ? (
        amount('amountMinor', 'marketing.coupon.amount', true)
      ) : (
        <>
          <Percent {...{ draft, problems, change }} />
          {amount('mostMinor', 'marketing.coupon.most', false)}
        </>
      )}
      {hasMinimum(draft) && amount('minimumMinor', 'marketing.coupon.minimum', true)}
    </div>
  );
}

function Bounds({ draft, problems, change, zone }: PartProps & { zone: string }) {
  const { say } = useWords();
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['startsAt', 'endsAt'] as const).map((name) => (
          <InputField
            key={name}
            label={say(name === 'startsAt' ? 'marketing.coupon.starts' : 'marketing.coupon.ends')}
            error={problems[name]}
            type="datetime-local"
            name={name}
            max="9999-12-31T23:59"
            value={draft[name]}
            onText={(text) => change({ [name]: text.slice(0, 16) })}
          />
        ))}
      </div>
      <p className="-mt-2 text-sm text-quiet">{say('marketing.banner.zoneHint', { zone })}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['useLimit', 'userLimit'] as const).map((name) => (
          <InputField
            key={name}
            label={say(`marketing.coupon.${name}`)}
            hint={say('marketing.coupon.limitHint')}
            error={problems[name]}
            name={name}
            inputMode="numeric"
            maxLength={7}
            value={draft[name]}
            onText={(text) => change({ [name]: text })}
          />
        ))}
      </div>
    </>
  );
}

function Scope({ draft, problems, change }: PartProps) {
  const { say } = useWords();
  return (
    <>
      <fieldset className="grid gap-1">
        <legend className="sr">{say('marketing.coupon.scope')}</legend>
        {[false, true].map((some) => (
          <label key={String(some)} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="scope"
              className="size-5 shrink-0 accent-brand"
              checked={draft.some === some}
              onChange={() => change({ some }, 'productIds')}
            />
            {say(some ? 'marketing.coupon.scope.some' : 'marketing.coupon.scope.all')}
          </label>
        ))}
      </fieldset>
      {draft.some && (
        <ChooseProducts
          chosen={draft.products}
          problem={problems.productIds}
          onChange={(products) => change({ products }, 'productIds')}
        />
      )}
    </>
  );
}

function Percent({ draft, problems, change }: PartProps) {
  const { say } = useWords();
  return (
    <InputField
      label={say('marketing.coupon.percent')}
      hint={say('marketing.coupon.percentHint')}
      error={problems.percent}
      required
      name="percent"
      inputMode="decimal"
      maxLength={8}
      value={draft.percent}
      onText={(text) => change({ percent: text })}
    />
  );
}
