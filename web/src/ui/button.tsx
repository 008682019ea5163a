import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'wouter';
import { type OperationName, useMay } from '../lib/role.ts';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

interface ButtonLook {
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  size?: 'normal' | 'small';
  icon?: IconName | undefined;
}

const classOf = ({ kind = 'plain', size = 'normal' }: ButtonLook, more = ''): string =>
  `button button-${kind} button-${size} ${more}`.trim();

interface ButtonProps extends ButtonLook, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-busy'> {
  /** The work that it started is under way: it cannot be pressed again. */
  isBusy?: boolean;
  /** What it leads to; a person whose role does not let them do it does not see it. */
  does?: OperationName;
  children: ReactNode;
}

export const Button = ({ does, ...rest }: ButtonProps) =>
  does ? (
    <IfAllowed does={does}>
      <PlainButton {...rest} />
    </IfAllowed>
  ) : (
    <PlainButton {...rest} />
  );

function IfAllowed({ does, children }: { does: OperationName; children: ReactNode }) {
  const may = useMay();
  return may(does) ? children : null;
}

function PlainButton({
  kind,
  size,
  icon,
  isBusy = false,
  children,
  className,
  disabled,
  ...rest
}: Omit<ButtonProps, 'does'>) {
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

interface ButtonLinkProps extends ButtonLook {
  to: string;
  /** As of a button. */
  does?: OperationName;
  children: ReactNode;
}

/** Looks like a button, goes somewhere. */
export function ButtonLink({ to, kind, size, icon, does, children }: ButtonLinkProps) {
  const link = (
    <Link href={to} className={classOf({ kind: kind ?? 'plain', size: size ?? 'normal' })}>
      {icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </Link>
  );
  return does ? <IfAllowed does={does}>{link}</IfAllowed> : link;
}
