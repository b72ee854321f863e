// The two buttons at the end of a dialog: one that closes it without a change, and one that acts.
import { useIntl } from 'react-intl';
import { Button } from './button.tsx';

type FootProps = {
  /** The text on the button. */
  act: string;
  busy: boolean;
  danger?: boolean;
  /** Without it the button submits the form around it. */
  onAct?(): void;
  onClose(): void;
};

export function DialogFoot({ act, busy, danger, onAct, onClose }: FootProps) {
  const { formatMessage } = useIntl();
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="outline" onClick={onClose}>
        {formatMessage({ id: 'ui.dialog.cancel' })}
      </Button>
      <Button type={onAct ? 'button' : 'submit'} variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onAct}>
        {act}
      </Button>
    </div>
  );
}
