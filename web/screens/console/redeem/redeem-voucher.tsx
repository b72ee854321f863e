// Redeeming at the gate (§3 vouchers, §6 supplier): scan or type, see the voucher, redeem it once and finally.

import { useEffect, useRef } from 'react';
import { data } from 'react-router';
import { describeWhen } from '../../../../domain/dates.ts';
import { describeGuests } from '../../../../domain/rooms.ts';
import { useDeskZone } from '../../../console-kit/use-desk-me.ts';
import { load } from '../../../load.ts';
import { InputField } from '../../../parts/form/fields.tsx';
import { PageHeading } from '../../../parts/page/page-heading.tsx';
import { nameSku, useWords } from '../../../parts/use-words.ts';
import { FactRows, VoucherNotice, VoucherRows } from '../../../parts/voucher/voucher-facts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, Notice } from '../../../ui/pieces.tsx';
import type { Route } from './+types/redeem-voucher';
import { ScanVoucher } from './scan-voucher.tsx';
import { useRedeem } from './use-redeem.ts';

const redeemers = ['admin', 'operations', 'supplier'];

/** The keys are loaded for the time without a network. */
export async function loader({ request }: Route.LoaderArgs) {
  const [me, { keys }] = await Promise.all([load('consoleMe', {}), load('voucherKey', {})]);
  if (!me.roles.some((role) => redeemers.includes(role))) throw data({ missing: true }, { status: 404 });
  return { keys, text: new URL(request.url).searchParams.get('text') ?? '' };
}

export default function RedeemVoucher({ loaderData: { keys, text } }: Route.ComponentProps) {
  const { say } = useWords();
  const redeeming = useRedeem(keys);
  const start = useRef(text);
  const { look } = redeeming;
  useEffect(() => {
    if (start.current) void look(start.current);
    start.current = '';
  }, [look]);
  return (
    <div className="mx-auto grid max-w-xl gap-4">
      <PageHeading text={say('desk.redeem.title')} />
      {redeeming.problem && <Notice tone="bad" title={redeeming.problem} />}
      {redeeming.offline !== undefined && <Offline {...redeeming} />}
      {redeeming.held ? (
        <Held key={redeeming.held.subOrderNo} {...redeeming} held={redeeming.held} />
      ) : (
        <Ask {...redeeming} />
      )}
    </div>
  );
}

type Redeeming = ReturnType<typeof useRedeem>;

function Ask({ text, setText, busy, look, scanned }: Redeeming) {
  const { say } = useWords();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (text.trim()) void look(text.trim());
  };
  return (
    <Card className="grid gap-6">
      <ScanVoucher on={scanned} onCode={(code) => look(code, true)} />
      <form noValidate className="grid gap-3" onSubmit={submit}>
        <InputField
          label={say('desk.redeem.text')}
          hint={say('desk.redeem.textHint')}
          required
          name="text"
          value={text}
          maxLength={600}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onValue={setText}
        />
        <Button type="submit" size="lg" busy={busy} disabled={!text.trim()}>
          {say('desk.redeem.look')}
        </Button>
      </form>
    </Card>
  );
}

function Held({ held, done, busy, redeem, next, look }: Redeeming & { held: NonNullable<Redeeming['held']> }) {
  const words = useWords();
  const { say } = words;
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const zone = useDeskZone();
  const used = held.usedAt && say('desk.redeem.usedBy', { name: held.usedBy, at: words.instant(held.usedAt, zone) });
  return (
    <Card className="grid gap-4">
      <h2 ref={title} tabIndex={-1} className="text-xl font-bold break-words outline-none">
        {held.productName}
      </h2>
      {done ? (
        <Notice tone="good" title={say('desk.redeem.done')}>
          {used}
        </Notice>
      ) : (
        <VoucherNotice state={held.state}>{used}</VoucherNotice>
      )}
      {held.bySupplier && <Notice tone="warn" title={say('refusal.voucherOfSupplier')} />}
      {held.state === 'valid' && !held.dueToday && <Notice tone="warn" title={say('desk.redeem.notToday')} />}
      <VoucherRows
        voucher={held}
        more={[
          [
            say('export.voucher.extras'),
            words.join(held.addOns.map((addOn) => `${addOn.name} ×\u00a0${addOn.quantity}`)),
          ],
          [
            say('catalog.stay.rooms'),
            held.guests ? say('catalog.stay.eachRoom', { guests: describeGuests(words, held.guests) }) : '',
          ],
          [say('export.voucher.contact'), held.name],
          [say('export.voucher.travellers'), words.join(held.travellers)],
          [say('export.voucher.orderNo'), held.subOrderNo],
          [say('export.voucher.voucherCode'), held.code.replace(/(.{4})(?=.)/g, '$1 ')],
        ]}
      />
      {held.state === 'valid' && !held.bySupplier && <p className="text-sm text-quiet">{say('desk.redeem.once')}</p>}
      <div className="flex flex-wrap gap-3">
        {held.state === 'valid' && !held.bySupplier && (
          <Button size="lg" busy={busy} onClick={redeem}>
            {say('desk.redeem.redeem')}
          </Button>
        )}
        <Button size="lg" variant={held.state === 'valid' && !held.bySupplier ? 'outline' : 'primary'} onClick={next}>
          {say('desk.redeem.next')}
        </Button>
      </div>
      <Others held={held} busy={busy} look={look} />
    </Card>
  );
}

/** The other lines of the booking: one code is enough for all of them. */
function Others({ held, busy, look }: Pick<Redeeming, 'busy' | 'look'> & { held: NonNullable<Redeeming['held']> }) {
  const words = useWords();
  const { say } = words;
  if (!held.others.length) return null;
  return (
    <section className="border-t border-line pt-4">
      <h3 className="mb-2 font-semibold">{say('desk.redeem.others')}</h3>
      <ul className="grid gap-2">
        {held.others.map((other) => (
          <li key={other.subOrderNo} className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 break-words">
              {nameSku(words, other)} ×&nbsp;{other.quantity} ·{' '}
              {describeWhen(other, (day) => words.day(day, 'short'), say)}
            </span>
            <span className="flex items-center gap-3">
              <span className="text-sm text-quiet">{say(`export.verify.state.${other.state}`)}</span>
              <Button size="sm" variant="outline" busy={busy} onClick={() => look(other.subOrderNo)}>
                {say('desk.redeem.look')}
                <span className="sr">{other.subOrderNo}</span>
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The signature proves that the code is genuine, not whether it was used: nothing is redeemed without a network. */
function Offline({ offline }: Pick<Redeeming, 'offline'>) {
  const words = useWords();
  const { say } = words;
  if (!offline) return <Notice tone="bad" title={say('desk.redeem.offlineBad')} />;
  return (
    <Notice tone="warn" title={say('desk.redeem.offlineGood')}>
      <FactRows
        rows={[
          [say('export.voucher.date'), describeWhen(offline, words.day, say)],
          [say('export.voucher.quantity'), `×\u00a0${offline.quantity}`],
          [say('export.voucher.orderNo'), offline.subOrderNo],
        ]}
      />
    </Notice>
  );
}
