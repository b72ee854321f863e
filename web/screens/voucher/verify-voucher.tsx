// Anyone with a voucher can check it (§3 vouchers): the address of its QR code. No name but a first letter, no price.
import { data } from 'react-router';
import { consoleDoors, paths } from '../../../domain/paths.ts';
import { CallFailed, send } from '../../call.ts';
import { PageHeading } from '../../parts/page/page-heading.tsx';
import { useWords } from '../../parts/use-words.ts';
import { VoucherNotice, VoucherRows } from '../../parts/voucher/voucher-facts.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { Card, Notice } from '../../ui/pieces.tsx';
import type { Route } from './+types/verify-voucher';

/** It shows the current state, and its address is a key: not cached, not indexed, no referrer. */
export { secretHeaders as headers } from '../../secret-headers.ts';

export async function loader({ params: { code }, request }: Route.LoaderArgs) {
  const s = (new URL(request.url).searchParams.get('s') ?? '').slice(0, 300);
  const input = { code: code.slice(0, 40), s };
  try {
    return { ...input, checked: await send('voucherCheck', input), msg: undefined };
  } catch (error) {
    if (error instanceof CallFailed && error.status === 503)
      return data({ ...input, checked: null, msg: error.msg }, { status: 503 });
    throw error;
  }
}

export default function VerifyVoucher({ loaderData: { code, s, checked, msg } }: Route.ComponentProps) {
  const { say } = useWords();
  const again = { text: paths.voucher(code, s) };
  return (
    <div className="mx-auto grid max-w-xl gap-4 py-8">
      <PageHeading text={say('export.verify.title')} />
      {checked ? (
        <Result code={code} checked={checked} />
      ) : (
        <Notice tone="warn" title={msg ?? say('ui.problem.server')} />
      )}
      {checked?.voucher && (
        <LinkButton variant="outline" to={paths.map({ voucher: code, s, go: paths.voucher(code, s) })}>
          {say('places.trip.open')}
        </LinkButton>
      )}
      {checked?.voucher && checked.state === 'valid' && (
        <p className="text-center">
          <LinkButton reloadDocument variant="quiet" to={consoleDoors.redeem(again)} className="whitespace-normal!">
            {say('export.verify.forStaff')}
          </LinkButton>
        </p>
      )}
    </div>
  );
}

type Checked = NonNullable<Route.ComponentProps['loaderData']['checked']>;

function Result({ code, checked: { state, signed, voucher } }: { code: string; checked: Checked }) {
  const words = useWords();
  const { say } = words;
  return (
    <>
      <VoucherNotice state={state}>
        {state === 'unknown' && <p>{say('export.verify.unknownHint')}</p>}
        {voucher?.usedAt && <p>{say('export.verify.usedAt', { at: words.instant(voucher.usedAt, voucher.zone) })}</p>}
        {signed && <p>{say('export.verify.signed')}</p>}
      </VoucherNotice>
      {voucher && (
        <Card className="grid gap-4">
          <h2 className="text-xl font-bold break-words">{voucher.productName}</h2>
          <VoucherRows
            voucher={voucher}
            more={[
              [say('export.verify.firstLetter'), voucher.firstLetter],
              [say('export.voucher.voucherCode'), code.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ')],
            ]}
          />
        </Card>
      )}
    </>
  );
}
