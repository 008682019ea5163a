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
  /** Its request is running, so it cannot be pressed again. */
  isBusy?: boolean;
  /** The operation it starts. People whose role does not allow it do not see the button. */
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

/** An icon without text. Screen readers read the label. */
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
  /** Same as for a button. */
  does?: OperationName;
  children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ to, kind, size, icon, does, children }: ButtonLinkProps) {
  const link = (
    <Link href={to} className={classOf({ kind: kind ?? 'plain', size: size ?? 'normal' })}>
      {icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </Link>
  );
  return does ? <IfAllowed does={does}>{link}</IfAllowed> : link;
}
