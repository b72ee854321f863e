import type { Icon as IconType } from '@tabler/icons-react';
import type { ButtonHTMLAttributes } from 'react';

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & { label: string; Icon: IconType };

/** A button that shows only an icon; `className` has its colours. */
export function IconButton({ label, Icon, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className={`grid size-11 shrink-0 place-items-center rounded-lg ${className}`}
      {...rest}
    >
      <Icon aria-hidden="true" className="size-5" />
    </button>
  );
}
