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
  /** What the dialog shows. */
  children(close: () => void): ReactNode;
};

export function DialogButton({ text, icon, more, title = text, children, ...rest }: DialogButtonProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant="outline" {...rest} onClick={() => setOpen(true)}>
        {icon}
        {text}
        {more}
      </Button>
      <Dialog open={open} onClose={close} title={title}>
        {children(close)}
      </Dialog>
    </>
  );
}
