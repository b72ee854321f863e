// Finding one order without an account (§2 wechat/orderOne): its number and its contact's e-mail or mobile; found orders stay on
// this device for 30 days (§9).
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { FormRules } from '../../../../domain/account-forms.ts';
import { describeWhen } from '../../../../domain/dates.ts';
import { paths } from '../../../../domain/paths.ts';
import { send } from '../../../call.ts';
import { RuledField } from '../../../parts/form/ruled-field.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { useWords } from '../../../parts/use-words.ts';
import { travelPath } from '../../../parts/wechat/load-travel.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/find-order';
import { type FoundOrder, forgetFound, readFound, rememberFound } from './store-found.ts';

export { secretHeaders as headers } from '../../../secret-headers.ts';

export function loader({ request }: Route.LoaderArgs) {
  return { over: new URL(request.url).searchParams.has('over') };
}

const rules: FormRules = {
  orderNo: { kind: 'text', max: 40, required: true },
  contact: { kind: 'text', max: 200, required: true },
};

export default function FindOrder({ loaderData: { over } }: Route.ComponentProps) {
  const { say } = useWords();
  return (
    <div className="grid gap-4">
      <div>
        <PageHeading text={say('wechat.travel.find')} />
        <p className="mt-1 text-quiet">{say('wechat.travel.findHint')}</p>
      </div>
      {over && <Notice tone="warn" title={say('wechat.travel.over')} />}
      <FindForm />
      <WithoutNumber />
      <FoundBefore />
    </div>
  );
}

function FindForm() {
  const { say } = useWords();
  const find = useFinding();
  const form = useForm({ orderNo: '', contact: '' }, rules);
  return (
    <Card>
      <form ref={form.ref} onSubmit={form.submit(() => find(form.values))} noValidate className="grid gap-4">
        <RuledField
          form={form}
          name="orderNo"
          label={say('wechat.travel.orderNo')}
          hint={say('wechat.travel.orderNoHint')}
          autoComplete="off"
        />
        <RuledField form={form} name="contact" label={say('wechat.travel.contact')} autoComplete="email" />
        {form.problem && <Notice tone="bad" title={form.problem} />}
        <Button type="submit" size="lg" busy={form.busy}>
          {say('wechat.travel.findGo')}
        </Button>
      </form>
    </Card>
  );
}

/** The number is in the mail, which may be what was lost: the address that was booked with is enough to get in. */
function WithoutNumber() {
  const { say } = useWords();
  return (
    <section aria-labelledby="without-number">
      <h2 id="without-number" className="font-bold">
        {say('wechat.travel.lost')}
      </h2>
      <p className="text-sm text-quiet">{say('wechat.travel.lostHint')}</p>
      <Link
        to={paths.mobileLogin({ go: paths.mobileOrders(), way: 'guest' })}
        className="inline-flex min-h-11 items-center font-semibold text-brand hover:underline"
      >
        {say('wechat.travel.lostGo')}
      </Link>
    </section>
  );
}

/** Finds it, saves its name for the next time, and goes there. */
function useFinding() {
  const words = useWords();
  const navigate = useNavigate();
  return async ({ orderNo = '', contact = '' }: Record<string, string>) => {
    const { key } = await send('wechatFind', { orderNo, contact });
    // The order is found; a list entry without its name is not worth failing for.
    const travel = await send('wechatOrder', { key }).catch(() => undefined);
    const first = travel?.stops[0];
    rememberFound({
      key,
      orderNo: travel?.orderNo ?? orderNo.trim(),
      name: first?.productName ?? '',
      when: first ? describeWhen(first, words.day, words.say) : '',
    });
    await navigate(travelPath('ordeInfo', { key }));
  };
}

function FoundBefore() {
  const { say } = useWords();
  const [list, setList] = useState<FoundOrder[]>([]);
  useEffect(() => setList(readFound()), []);
  if (!list.length) return null;
  return (
    <section aria-labelledby="found-before" className="grid gap-2">
      <h2 id="found-before" className="text-lg font-bold">
        {say('wechat.travel.saved')}
      </h2>
      <p className="text-sm text-quiet">{say('wechat.travel.savedHint')}</p>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {list.map((item) => (
          <li key={item.orderNo} className="flex items-center gap-2 py-1 pr-1 pl-2">
            <Link
              to={travelPath('ordeInfo', { key: item.key })}
              className="min-w-0 flex-1 rounded-lg px-2 py-2 hover:bg-tint"
            >
              <span className="block truncate font-semibold">{item.name || item.orderNo}</span>
              <span className="block text-sm text-quiet">{[item.when, item.orderNo].filter(Boolean).join(' · ')}</span>
            </Link>
            <IconButton
              Icon={IconTrash}
              label={say('wechat.travel.forget', { orderNo: item.orderNo })}
              onClick={() => setList(forgetFound(item.orderNo))}
              className="text-bad hover:bg-canvas"
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
