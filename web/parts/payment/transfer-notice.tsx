// What the buyer of an order reads about its bank transfer: it waits for the buyer, is being checked, or its money was not found.
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { Notice } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

const texts = {
  open: 'payment.transfer.intro',
  submitted: 'payment.transfer.next3',
  refused: 'payment.transfer.about.refused',
};

type TransferState = { state: 'open' | 'submitted' | 'refused'; orderNo: string; supplement?: string | undefined };

export function TransferNotice({ state, orderNo, supplement }: TransferState) {
  const { colon, say } = useWords();
  return (
    <Notice
      tone={state === 'refused' ? 'warn' : 'info'}
      title={`${colon(say('payment.channel.offline'))}${say(`payment.transfer.state.${state}`)}`}
    >
      <p>{say(texts[state])}</p>
      <Link
        to={paths.payment(state === 'open' ? 'offlinePay' : 'offlinePayInfo', orderNo, { supplement })}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {say('payment.transfer.open')}
      </Link>
    </Notice>
  );
}
