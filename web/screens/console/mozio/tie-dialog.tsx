// Which package Mozio carries out: its ends, and for each SKU the vehicle and the most that it may cost; below it, what Mozio offers.
import { currencies } from '../../../../domain/currencies.ts';
import { decimalOf, readAmount } from '../../../../domain/money.ts';
import { send } from '../../../call.ts';
import { DialogForm } from '../../../console-kit/edit-form.tsx';
import { type DraftForm, useDraft } from '../../../console-kit/use-draft.ts';
import { AmountField, judgeAmount } from '../../../parts/form/amount-field.tsx';
import { ChoiceField, InputField } from '../../../parts/form/fields.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { DialogButton } from '../../../ui/dialog-button.tsx';
import { AskRides } from './ask-rides.tsx';
import { type MozioPackage, type MozioRide, type MozioView, type TieDraft, tieDraftOf, wholeOf } from './mozio-view.ts';

/** Without a package its dialog lets one choose it. */
type TieProps = { id: string; found: MozioView; pack?: MozioPackage };
type BodyProps = TieProps & { onClose(): void };

export function TieDialog(props: TieProps) {
  const { say } = useWords();
  const title = say('reselling.mozio.tie');
  const look = props.pack
    ? ({ size: 'sm', text: say('reselling.mozio.change') } as const)
    : ({ variant: 'primary', className: 'mt-3', text: title } as const);
  return (
    <DialogButton {...look} title={title}>
      {(close) => <TieBody {...props} onClose={close} />}
    </DialogButton>
  );
}

function useTie({ id, found, pack, onClose }: BodyProps) {
  const words = useWords();
  const required = words.say('ui.field.required');
  return useDraft<TieDraft, unknown>({
    initial: tieDraftOf(pack, found.currency),
    judge: ({ packageId, from, to, currency, rides }) => ({
      packageId: packageId ? undefined : required,
      from: from.trim() || to.trim() ? undefined : words.say('reselling.mozio.oneEnd'),
      ...Object.fromEntries(
        Object.entries(rides).flatMap(([sku, { people, most }]) => [
          [`people.${sku}`, wholeOf(people) ? undefined : required],
          [`most.${sku}`, judgeAmount(most, currency, words).problem],
        ]),
      ),
    }),
    save: ({ packageId, from, to, currency, rides }) =>
      send('consoleMozioTie', {
        ...{ id, packageId, from: from.trim(), to: to.trim(), currency },
        rides: Object.fromEntries(
          Object.entries(rides).map(([sku, { vehicle, people, most }]) => [
            sku,
            {
              vehicle: vehicle.trim(),
              people: wholeOf(people),
              mostMinor: readAmount(most, currency)?.amountMinor ?? 0,
            },
          ]),
        ),
      }),
    onDone: onClose,
  });
}

const nameOf = ({ productName, packageName }: MozioPackage) => `${productName} · ${packageName}`;

function TieBody(props: BodyProps) {
  const { id, found, pack, onClose } = props;
  const { say } = useWords();
  const form = useTie(props);
  const { draft, field, change } = form;
  const free = found.packages.filter(({ tie }) => !tie);
  const chosen = pack ?? free.find(({ packageId }) => packageId === draft.packageId);
  const choose = (packageId: string) => {
    const { rides } = tieDraftOf(
      free.find((one) => one.packageId === packageId),
      draft.currency,
    );
    change({ packageId, rides });
  };
  const use = (sku: string, { vehicle, people, price }: MozioRide) =>
    change(
      {
        rides: {
          ...draft.rides,
          [sku]: { vehicle, people: String(people ?? draft.rides[sku]?.people ?? 1), most: decimalOf(price) },
        },
      },
      `most.${sku}`,
    );
  return (
    <DialogForm form={form} act={say(pack ? 'site.setting.save' : 'reselling.mozio.tie')} onClose={onClose}>
      <p>{say('reselling.mozio.tieText')}</p>
      {pack ? (
        <p className="font-medium break-words">{nameOf(pack)}</p>
      ) : (
        <ChoiceField
          {...field('packageId')}
          label={say('supplier.package')}
          none="–"
          required
          options={free.map((one) => [one.packageId, nameOf(one)] as const)}
          onValue={choose}
        />
      )}
      <InputField
        {...field('from')}
        label={say('reselling.mozio.from')}
        hint={say('reselling.mozio.endHint')}
        maxLength={250}
      />
      <InputField
        {...field('to')}
        label={say('reselling.mozio.to')}
        hint={say('reselling.mozio.endHint')}
        maxLength={250}
      />
      <ChoiceField {...field('currency')} label={say('editing.field.currency')} options={currencies} />
      {chosen?.skus.map((sku) => (
        <RideFields key={sku.id} form={form} sku={sku} />
      ))}
      {chosen && <AskRides {...{ id, draft, skus: chosen.skus }} onUse={use} />}
    </DialogForm>
  );
}

type RideProps = { form: DraftForm<TieDraft>; sku: MozioPackage['skus'][number] };

function RideFields({ form: { draft, change, fields }, sku: { id, name } }: RideProps) {
  const { say } = useWords();
  const ride = draft.rides[id];
  if (!ride) return null;
  const set = (part: Partial<typeof ride>, field: string) =>
    change({ rides: { ...draft.rides, [id]: { ...ride, ...part } } }, field);
  return (
    <fieldset className="grid gap-3 rounded-card border border-line p-3">
      <legend className="px-1 font-medium">{name}</legend>
      <InputField
        name={`vehicle.${id}`}
        label={say('reselling.mozio.vehicle')}
        hint={say('reselling.mozio.vehicleHint')}
        maxLength={100}
        value={ride.vehicle}
        onValue={(vehicle) => set({ vehicle }, `vehicle.${id}`)}
      />
      <InputField
        name={`people.${id}`}
        label={say('reselling.mozio.people')}
        error={fields[`people.${id}`]}
        required
        inputMode="numeric"
        maxLength={2}
        value={ride.people}
        onValue={(people) => set({ people }, `people.${id}`)}
      />
      <AmountField
        name={`most.${id}`}
        label={say('reselling.mozio.most')}
        error={fields[`most.${id}`]}
        required
        currency={draft.currency}
        value={ride.most}
        onValue={(most) => set({ most }, `most.${id}`)}
      />
    </fieldset>
  );
}
