// The button or link of a list page that starts a new item, and the button with the dialog in which it is made.
import { IconPlus } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { DialogButton } from '../ui/dialog-button.tsx';

type NewProps = { text: string } & ({ to: string } | { onClick(): void });

const plus = <IconPlus aria-hidden="true" className="size-5" />;

export function NewButton({ text, ...rest }: NewProps) {
  const content = (
    <>
      {plus}
      {text}
    </>
  );
  return 'to' in rest ? <LinkButton {...rest}>{content}</LinkButton> : <Button {...rest}>{content}</Button>;
}

export function NewDialog(props: ComponentProps<typeof DialogButton>) {
  return <DialogButton variant="primary" icon={plus} {...props} />;
}
