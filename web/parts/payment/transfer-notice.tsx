// What the buyer of an order reads about its bank transfer: it is being checked, or its money was not found.
import { Link } from 'react-router';
import { paths } from '../../../domain/paths.ts';
import { Notice } from '../../ui/pieces.tsx';
import { useWords } from '../use-words.ts';

type Asked = { state: 'submitted' | 'refused'; orderNo: string; supplement?: string | undefined };

export function TransferNotice({ state, orderNo, supplement }: Asked) {
  const { colon, say } = useWords();
  const refused = state === 'refused';
  return (
    <Notice
      tone={refused ? 'warn' : 'info'}
      title={`${colon(say('payment.channel.offline'))}${say(`payment.transfer.state.${state}`)}`}
    >
      <p>{say(refused ? 'payment.transfer.about.refused' : 'payment.transfer.next3')}</p>
      <Link
        to={paths.payment('offlinePayInfo', orderNo, { supplement })}
        className="inline-flex min-h-11 items-center font-semibold underline"
      >
        {say('payment.transfer.open')}
      </Link>
    </Notice>
  );
}
