// The link to the voucher of a whole booking. A full page load: its page has a separate service worker (decision 0441).
import { IconQrcode } from '@tabler/icons-react';
import { paths } from '../../../domain/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useWords } from '../use-words.ts';
import { useSavedPass } from './save-pass.ts';

/** `saves`: at once, so that it is available without a network. */
export function PassLink({ orderNo, saves = false }: { orderNo: string; saves?: boolean }) {
  useSavedPass(saves ? paths.pass(orderNo) : undefined);
  const { say } = useWords();
  return (
    <LinkButton reloadDocument to={paths.pass(orderNo)}>
      <IconQrcode aria-hidden="true" className="size-5" />
      {say('export.pass.open')}
    </LinkButton>
  );
}
