// A button with the dialog that it opens.
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'title' | 'children'> & {
  text: string;
  icon?: ReactNode;
  /** Beside the text on the button. */
  more?: ReactNode;
  /** The heading of the dialog, if it is not the button's text. */
  title?: string;
  onOpen?(): void;
  /** What the dialog shows. */
  children(close: () => void): ReactNode;
};

export function DialogButton({ text, icon, more, title = text, onOpen, children, ...rest }: DialogButtonProps) {
  // Until it is opened there is no dialog: a list has a button in each row.
  const [open, setOpen] = useState<boolean>();
  const close = () => setOpen(false);
  const start = () => {
    onOpen?.();
    setOpen(true);
  };
  return (
    <>
      <Button variant="outline" {...rest} onClick={start}>
        {icon}
        {text}
        {more}
      </Button>
      {open !== undefined && (
        <Dialog open={open} onClose={close} title={title}>
          {children(close)}
        </Dialog>
      )}
    </>
  );
}
