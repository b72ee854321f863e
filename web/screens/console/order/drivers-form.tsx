// The drivers of one line (§2 wechat/driverinfo): at most one per car, added and removed, saved all at once; checked by the rules of the
// server, field by field.

import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { OutputOf } from '../../../../contract/index.ts';
import { type Driver, driverForm, judgeDrivers, tidyDriver } from '../../../../domain/driver-rules.ts';
import { send } from '../../../call.ts';
import { ActionProblem } from '../../../console-kit/action-dialog.tsx';
import { useAction } from '../../../console-kit/use-action.ts';
import { AreaCodeField } from '../../../parts/form/area-code-field.tsx';
import { InputField } from '../../../parts/form/fields.tsx';
import { NumberField } from '../../../parts/form/number-input.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/pieces.tsx';

export type LineDrivers = OutputOf<'consoleSupply'>['driven'][number];

/** The typed driver, with a key that stays while others are removed. */
type Typed = Driver & { key: number };
type FormProps = { orderNo: string; driven: LineDrivers; onClose(saved: boolean): void };

const blank: Driver = { name: '', areaCode: '', phone: '', plate: '', car: '', remark: '' };
const bare = ({ key: _, ...driver }: Typed): Driver => driver;

function useDrivers({ orderNo, driven, onClose }: FormProps) {
  const { say } = useWords();
  const action = useAction();
  const keys = useRef(driven.drivers.length);
  const [list, setList] = useState<Typed[]>(() =>
    (driven.drivers.length ? driven.drivers : [blank]).map((item, key) => ({ ...item, key })),
  );
  const drivers = list.map((item) => tidyDriver(bare(item)));
  const judge = () => {
    const wrong = Object.entries(judgeDrivers(drivers, driven.most));
    return Object.fromEntries(wrong.map(([path, { problem, max = 0 }]) => [path, say(`ui.field.${problem}`, { max })]));
  };
  const save = action.submit(() => send('consoleDriver', { id: orderNo, subOrderNo: driven.subOrderNo, drivers }), {
    judge,
    onDone: () => onClose(true),
  });
  const add = () => {
    keys.current += 1;
    const key = keys.current;
    flushSync(() => setList([...list, { ...blank, key }]));
    action.ref.current?.querySelector<HTMLElement>(`[name="drivers.${list.length}.name"]`)?.focus();
  };
  /** The following drivers move up, so the problems of their fields are cleared; saving checks them again. */
  const remove = (key: number) => {
    action.forget();
    flushSync(() => setList(list.filter((item) => item.key !== key)));
    action.ref.current?.querySelector<HTMLElement>('[data-next]')?.focus();
  };
  const change = (at: number, part: keyof Driver, value: string) => {
    setList(list.map((item, place) => (place === at ? { ...item, [part]: value } : item)));
    action.clear([`drivers.${at}.${part}`]);
  };
  return { act: action, list, save, add, remove, change };
}

export function DriversForm(props: FormProps) {
  const { driven, onClose } = props;
  const { say } = useWords();
  const { act, list, save, add, remove, change } = useDrivers(props);
  const { ref, fields: errors, problem, busy } = act;
  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={save}>
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
      {problem && <ActionProblem {...problem} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" onClick={() => onClose(false)}>
          {say('ui.dialog.cancel')}
        </Button>
        <Button type="submit" busy={busy !== undefined} data-next>
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
  const field = (part: keyof Driver) => ({
    name: `drivers.${at}.${part}`,
    label: say(labels[part]),
    error: errors[`drivers.${at}.${part}`],
    value: driver[part],
    autoComplete: 'off',
    onValue: (value: string) => onChange(part, value),
  });
  const text = (part: keyof Driver) => {
    const { required, max } = driverForm[part];
    return { ...field(part), required, maxLength: max };
  };
  return (
    <fieldset className="grid min-w-0 gap-4 rounded-card border border-line p-4 sm:grid-cols-2">
      <legend className="px-1 font-semibold">{say('desk.driver.number', { number: at + 1 })}</legend>
      <InputField {...text('name')} />
      <InputField {...text('plate')} />
      <AreaCodeField {...field('areaCode')} />
      <NumberField {...text('phone')} />
      <InputField {...text('car')} hint={say('desk.driver.carHint')} />
      <InputField {...text('remark')} />
      <Button variant="quiet" className="justify-self-start sm:col-span-2" onClick={onRemove}>
        {say('desk.driver.remove', { number: at + 1 })}
      </Button>
    </fieldset>
  );
}
