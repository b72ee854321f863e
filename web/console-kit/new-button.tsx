// The button or link of a list page that starts a new item.
import { IconPlus } from '@tabler/icons-react';
import { Button, LinkButton } from '../ui/button.tsx';

type NewProps = { text: string } & ({ to: string } | { onClick(): void });

export function NewButton({ text, ...rest }: NewProps) {
  const content = (
    <>
      <IconPlus aria-hidden="true" className="size-5" />
      {text}
    </>
  );
  return 'to' in rest ? <LinkButton {...rest}>{content}</LinkButton> : <Button {...rest}>{content}</Button>;
}
