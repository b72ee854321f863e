// The drivers of one line (§2 wechat/driverinfo): at most one per car, added and removed, saved all at once; checked by the rules of the
// server, field by field.

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import type { OutputOf } from '../../../../contract/index.ts';
import { type Driver, driverForm, judgeDrivers, tidyDriver } from '../../../../domain/driver-rules.ts';
import { send } from '../../../call.ts';
import { ActionProblem } from '../../../console-kit/action-dialog.tsx';
import { type CallError, describeError } from '../../../parts/describe-error.ts';
import { CountryOptions } from '../../../parts/form/country-options.tsx';
import { NumberInput } from '../../../parts/form/number-input.tsx';
import { showAndFocus } from '../../../parts/form/show-and-focus.ts';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { type FieldIds, LabelledField, SelectInput, TextInput } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/pieces.tsx';

export type LineDrivers = OutputOf<'consoleSupply'>['driven'][number];

/** The typed driver, with a key that stays while others are removed. */
type Typed = Driver & { key: number };
type FormProps = { orderNo: string; driven: LineDrivers; onClose(saved: boolean): void };

const blank: Driver = { name: '', areaCode: '', phone: '', plate: '', car: '', remark: '' };
const bare = ({ key: _, ...driver }: Typed): Driver => driver;

function useDrivers({ orderNo, driven, onClose }: FormProps) {
  const words = useWords();
  const { revalidate } = useRevalidator();
  const ref = useRef<HTMLFormElement>(null);
  const keys = useRef(driven.drivers.length);
  const [list, setList] = useState<Typed[]>(() =>
    (driven.drivers.length ? driven.drivers : [blank]).map((item, key) => ({ ...item, key })),
  );
  const [callError, setCallError] = useState<CallError>();
  const [busy, setBusy] = useState(false);
  const refuse = (next: CallError) => showAndFocus(ref.current, () => setCallError(next));
  const save = async () => {
    const drivers = list.map((item) => tidyDriver(bare(item)));
    const wrong = Object.entries(judgeDrivers(drivers, driven.most));
    const say = ([path, { problem, max = 0 }]: (typeof wrong)[number]) => [
      path,
      words.say(`ui.field.${problem}`, { max }),
    ];
    if (wrong.length) return refuse({ text: '', fields: Object.fromEntries(wrong.map(say)), code: 0 });
    setBusy(true);
    try {
      await send('consoleDriver', { id: orderNo, subOrderNo: driven.subOrderNo, drivers });
      await revalidate();
      onClose(true);
    } catch (error) {
      flushSync(() => setBusy(false));
      refuse(describeError(error, words));
    }
  };
  const add = () => {
    keys.current += 1;
    const key = keys.current;
    flushSync(() => setList([...list, { ...blank, key }]));
    ref.current?.querySelector<HTMLElement>(`[name="drivers.${list.length}.name"]`)?.focus();
  };
  /** The following drivers move up, so the problems of their fields are cleared; saving checks them again. */
  const remove = (key: number) => {
    setCallError(undefined);
    flushSync(() => setList(list.filter((item) => item.key !== key)));
    ref.current?.querySelector<HTMLElement>('[data-next]')?.focus();
  };
  const change = (at: number, part: keyof Driver, value: string) => {
    setList(list.map((item, place) => (place === at ? { ...item, [part]: value } : item)));
    if (!callError?.fields[`drivers.${at}.${part}`]) return;
    const { [`drivers.${at}.${part}`]: _, ...fields } = callError.fields;
    setCallError(Object.keys(fields).length ? { ...callError, fields } : undefined);
  };
  return { ref, list, callError, busy, save, add, remove, change };
}

export function DriversForm(props: FormProps) {
  const { driven, onClose } = props;
  const { say } = useWords();
  const { ref, list, callError, busy, save, add, remove, change } = useDrivers(props);
  const errors = callError?.fields ?? {};
  return (
    <form
      ref={ref}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="text-sm text-quiet">{say('desk.driver.hint')}</p>
      {list.map((item, at) => (
        <DriverFields
          key={item.key}
          at={at}
          driver={item}
          errors={errors}
          onChange={(part, value) => change(at, part, value)}
          onRemove={() => remove(item.key)}
        />
      ))}
      {!list.length && <p>{say('desk.driver.empty')}</p>}
      {list.length < driven.most && (
        <Button variant="outline" className="justify-self-start" data-next onClick={add}>
          {say('desk.driver.add')}
        </Button>
      )}
      {errors.drivers && <Notice tone="bad" title={errors.drivers} />}
      {callError && Object.keys(errors).length === 0 && <ActionProblem text={callError.text} code={callError.code} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => onClose(false)}>
          {say('ui.dialog.cancel')}
        </Button>
        <Button type="submit" busy={busy} data-next>
          {say('staff.save')}
        </Button>
      </div>
    </form>
  );
}

type FieldsProps = {
  at: number;
  driver: Driver;
  errors: Record<string, string>;
  onChange(part: keyof Driver, value: string): void;
  onRemove(): void;
};

const labels: Record<keyof Driver, string> = {
  name: 'desk.driver.name',
  areaCode: 'order.booking.areaCode',
  phone: 'order.booking.phone',
  plate: 'desk.driver.plate',
  car: 'desk.driver.car',
  remark: 'desk.driver.remark',
};

function DriverFields({ at, driver, errors, onChange, onRemove }: FieldsProps) {
  const { say } = useWords();
  const field = (part: keyof Driver, more: { type?: string; hint?: string } = {}) => {
    const common = (ids: FieldIds) => ({
      ids,
      name: `drivers.${at}.${part}`,
      value: driver[part],
      autoComplete: 'off',
      onChange: (event: { target: { value: string } }) => onChange(part, event.target.value),
    });
    const Control = part === 'phone' ? NumberInput : TextInput;
    return (
      <LabelledField
        label={say(labels[part])}
        hint={more.hint}
        error={errors[`drivers.${at}.${part}`]}
        required={driverForm[part].required}
      >
        {(ids) =>
          part === 'areaCode' ? (
            <SelectInput {...common(ids)}>
              <option value="">–</option>
              <CountryOptions codes />
            </SelectInput>
          ) : (
            <Control {...common(ids)} maxLength={driverForm[part].max} />
          )
        }
      </LabelledField>
    );
  };
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-card border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 font-semibold">{say('desk.driver.number', { number: at + 1 })}</legend>
      {field('name')}
      {field('plate')}
      {field('areaCode')}
      {field('phone')}
      {field('car', { hint: say('desk.driver.carHint') })}
      {field('remark')}
      <Button variant="quiet" className="justify-self-start sm:col-span-2" onClick={onRemove}>
        {say('desk.driver.remove', { number: at + 1 })}
      </Button>
    </fieldset>
  );
}
