// One promo code (§3, rules §5): its discount, when, how often and for which products it applies.
import type { OutputOf } from '../../../../contract/index.ts';
import { consolePaths } from '../../../../domain/console-paths.ts';
import { priceLevels } from '../../../../domain/price-levels.ts';
import { productTypeOrder } from '../../../../domain/product-types.ts';
import { send } from '../../../call.ts';
import { PageForm } from '../../../console-kit/edit-form.tsx';
import { MinuteField } from '../../../console-kit/form-fields.tsx';
import { FormSection } from '../../../console-kit/section.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { CheckList } from '../../../parts/console/check-list.tsx';
import { ChoosePartners } from '../../../parts/console/choose-partners.tsx';
import { ChooseProducts } from '../../../parts/console/choose-products.tsx';
import {
  type CouponDraft,
  type CouponFile,
  couponInput,
  couponTypes,
  freeUpTo,
  hasMinimum,
  isFixed,
  judgeCoupon,
  savedCouponOf,
} from '../../../parts/console/money/coupon-draft.ts';
import { levelOptions } from '../../../parts/console/name-level.ts';
import { AmountField } from '../../../parts/form/amount-field.tsx';
import { ChoiceField, InputField, RadioField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Checkbox } from '../../../ui/field.tsx';

type Cities = OutputOf<'searchRegion'>['list'];

/** `saved`: it was created a moment ago, on the previous page. */
export function CouponForm({ file, cities, saved: isSaved }: { file: CouponFile; cities: Cities; saved: boolean }) {
  const words = useWords();
  const { say } = words;
  const code = file.coupon?.code ?? '';
  const { draft: initial, revision } = savedCouponOf(file);
  const form = useDraft({
    ...{ initial, revision, isSaved },
    read: async () => savedCouponOf(await send('consoleCoupon', { code })),
    judge: (draft) => judgeCoupon(draft, !code, words),
    save: (draft, seen) => send('consoleCouponSave', couponInput(draft, String(seen))),
    leaveTo: (saved) => (code ? undefined : consolePaths.coupon(saved.code, { saved: 1 })),
    ...(code && { saved: say('marketing.coupon.saved', { code }) }),
  });
  return (
    <PageForm form={form}>
      <FormSection title={say('marketing.coupon.what')}>
        {!code && <Code form={form} />}
        <Value form={form} currencies={file.currencies} />
      </FormSection>
      <FormSection title={say('marketing.coupon.when')}>
        <Bounds form={form} zone={file.zone} />
      </FormSection>
      <FormSection title={say('marketing.coupon.scope')}>
        <Scope form={form} cities={cities} />
      </FormSection>
      <FormSection title={say('marketing.coupon.buyers')}>
        <Buyers form={form} levelNames={file.levelNames} />
      </FormSection>
    </PageForm>
  );
}

type PartProps = { form: DraftForm<CouponDraft> };

function Code({ form: { field } }: PartProps) {
  const { say } = useWords();
  return (
    <InputField
      {...field('code')}
      label={say('marketing.coupon.code')}
      hint={say('marketing.coupon.codeHint')}
      required
      maxLength={20}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      className="uppercase"
    />
  );
}

function Value({ form: { draft, field }, currencies }: PartProps & { currencies: CouponFile['currencies'] }) {
  const { say, money } = useWords();
  const { currency } = draft;
  const free = freeUpTo(draft);
  const amount = (name: 'amountMinor' | 'minimumMinor' | 'mostMinor', word: string, required: boolean) => (
    <AmountField
      {...field(name)}
      label={say(word, { currency })}
      currency={currency}
      required={required}
      hint={required ? undefined : say('marketing.coupon.limitHint')}
    />
  );
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <ChoiceField
        {...field('type')}
        label={say('marketing.coupon.type')}
        options={couponTypes}
        word="marketing.coupon.type"
      />
      <ChoiceField
        {...field('currency')}
        label={say('payment.balance.column.currency')}
        options={[...new Set([...currencies, currency])]}
      />
      {isFixed(draft) ? (
        amount('amountMinor', 'marketing.coupon.amount', true)
      ) : (
        <>
          <InputField
            {...field('percent')}
            label={say('marketing.coupon.percent')}
            hint={say('marketing.coupon.percentHint')}
            required
            inputMode="decimal"
            maxLength={8}
          />
          {amount('mostMinor', 'marketing.coupon.most', false)}
        </>
      )}
      {hasMinimum(draft) && amount('minimumMinor', 'marketing.coupon.minimum', true)}
      <p role="status" className="text-sm text-warn empty:hidden sm:col-span-2">
        {free && say('marketing.coupon.free', { amount: money(free) })}
      </p>
    </div>
  );
}

function Bounds({ form: { field }, zone }: PartProps & { zone: string }) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <MinuteField {...field('startsAt')} label={say('marketing.coupon.starts')} />
        <MinuteField {...field('endsAt')} label={say('marketing.coupon.ends')} />
      </div>
      <p className="-mt-2 text-sm text-quiet">{say('marketing.banner.zoneHint', { zone: words.zone(zone) })}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['useLimit', 'userLimit'] as const).map((name) => (
          <InputField
            key={name}
            {...field(name)}
            label={say(`marketing.coupon.${name}`)}
            hint={say('marketing.coupon.limitHint')}
            inputMode="numeric"
            maxLength={7}
          />
        ))}
      </div>
    </>
  );
}

function Scope({ form: { draft, fields, change }, cities }: PartProps & { cities: Cities }) {
  const { say } = useWords();
  return (
    <>
      <RadioField
        name="scope"
        legend={say('marketing.coupon.scope')}
        legendClass="sr"
        value={draft.some ? 'some' : 'all'}
        onValue={(scope) => change({ some: scope === 'some' }, 'productIds')}
        options={['all', 'some']}
        word="marketing.coupon.scope"
      />
      {draft.some && (
        <>
          <p className="text-sm text-quiet">{say('marketing.coupon.scopeHint')}</p>
          <CheckList
            legend={say('marketing.coupon.types')}
            chosen={draft.types}
            options={productTypeOrder.map((type) => [type, say(`catalog.type.${type}`)] as const)}
            onChosen={(types) => change({ types }, 'productIds')}
            problem={fields.types}
          />
          <CheckList
            legend={say('marketing.coupon.cities')}
            chosen={draft.cities}
            options={cities.map((city) => [city.code, city.name] as const)}
            onChosen={(chosen) => change({ cities: chosen }, 'productIds')}
            problem={fields.cities}
          />
          <ChooseProducts
            chosen={draft.products}
            problem={fields.productIds}
            onChange={(products) => change({ products }, 'productIds')}
          />
        </>
      )}
    </>
  );
}

function Buyers({ form: { draft, fields, change }, levelNames }: PartProps & Pick<CouponFile, 'levelNames'>) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      <RadioField
        name="buyers"
        legend={say('marketing.coupon.buyers')}
        legendClass="sr"
        value={draft.someBuyers ? 'some' : 'all'}
        onValue={(buyers) => change({ someBuyers: buyers === 'some' }, 'levels')}
        options={['all', 'some']}
        word="marketing.coupon.buyers"
      />
      {draft.someBuyers && (
        <>
          <CheckList
            legend={say('marketing.coupon.levels')}
            chosen={draft.levels}
            options={levelOptions(words, levelNames, priceLevels).map(
              ([level, name]) => [Number(level), name] as const,
            )}
            onChosen={(chosen) => change({ levels: chosen }, 'levels')}
            problem={fields.levels}
          />
          <ChoosePartners
            chosen={draft.partners}
            problem={fields.partnerIds}
            onChange={(partners) => change({ partners }, 'levels')}
          />
        </>
      )}
      <Checkbox
        name="firstOrder"
        label={say('marketing.coupon.firstOrder')}
        checked={draft.firstOrder}
        onValue={(on) => change({ firstOrder: on }, 'userLimit')}
      />
    </>
  );
}
