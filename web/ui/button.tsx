// Buttons and links that look like them: one primary action per screen, coral only for booking.
import type { ButtonHTMLAttributes, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Spinner } from './spinner.tsx';

type ButtonVariant = 'primary' | 'book' | 'quiet' | 'outline' | 'danger';
type ButtonSize = 'sm' | 'md' | 'lg';

/** Their properties are in style.css. */
const looks: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  book: 'button-book',
  quiet: 'button-quiet',
  outline: 'button-outline',
  danger: 'button-danger',
};
const sizes: Record<ButtonSize, string> = {
  sm: 'button-sm',
  md: 'min-h-11 px-4',
  lg: 'min-h-12 px-6 text-lg',
};

function classOf(variant: ButtonVariant, size: ButtonSize, more = ''): string {
  return `button ${looks[variant]} ${sizes[size]} ${more}`.trimEnd();
}

type Look = { variant?: ButtonVariant; size?: ButtonSize };

const ignore = (event: React.MouseEvent) => event.preventDefault();

/** `busy` shows that work is in progress and ignores a second click; the button keeps the focus, which a disabled one would lose. */
export function Button({
  variant = 'primary',
  size = 'md',
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & Look & { busy?: boolean; ref?: Ref<HTMLButtonElement> | undefined }) {
  return (
    <button
      type="button"
      className={classOf(variant, size, className)}
      aria-disabled={busy || undefined}
      {...rest}
      onClick={busy ? ignore : onClick}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export function LinkButton({ variant = 'primary', size = 'md', className, ...rest }: LinkProps & Look) {
  return <Link className={classOf(variant, size, className)} {...rest} />;
}
