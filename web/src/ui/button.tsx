import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

interface Look {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: IconName | undefined;
}

const classOf = ({ kind = 'plain', size = 'normal' }: Look, more = ''): string =>
  `button button-${kind} button-${size} ${more}`.trim();

interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-busy'> {
  /** The work that it started is under way: it cannot be pressed again. */
  isBusy?: boolean;
  children: ReactNode;
}

export function Button({ kind, size, icon, isBusy = false, children, className, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ kind: kind ?? 'plain', size: size ?? 'normal' }, className)}
      disabled={disabled || isBusy}
      aria-busy={isBusy || undefined}
    >
      {isBusy ? <span className="button-busy" aria-hidden="true" /> : icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </button>
  );
}

/** Only a picture; the label is for those who cannot see it. */
export function IconButton({
  label,
  icon,
  ...rest
}: { label: string; icon: IconName } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'>) {
  return (
    <button type="button" {...rest} className={`icon-button ${rest.className ?? ''}`} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

interface ButtonLinkProps extends Look {
  to: string;
  children: ReactNode;
}

/** Looks like a button, goes somewhere. */
export function ButtonLink({ to, kind, size, icon, children }: ButtonLinkProps) {
  return (
    <Link href={to} className={classOf({ kind: kind ?? 'plain', size: size ?? 'normal' })}>
      {icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </Link>
  );
}
