import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import './menu.css';

export interface MenuItem {
  label: string;
  icon?: IconName;
  isChosen?: boolean;
  isDangerous?: boolean;
  onChoose(): void;
}

interface MenuProps {
  label: string;
  /** Content of the button. For an icon only, add text in a `hidden` span. */
  button: ReactNode;
  /** Groups of items, separated by lines. */
  groups: readonly (readonly MenuItem[])[];
  /** Shown above the items, such as who is signed in. */
  header?: ReactNode;
  opens?: 'up' | 'down';
  className?: string;
}

const items = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? []),
];

export function Menu({ label, button, groups, header, opens = 'down', className = 'icon-button' }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return;
    items(list.current)[0]?.focus();
    const closeOutside = (event: PointerEvent) => {
      const isInside = event.target instanceof Node && frame.current?.contains(event.target);
      if (!isInside) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    opener.current?.focus();
  };
  return (
    <div ref={frame} className={`menu menu-${opens}`}>
      <button
        ref={opener}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {button}
      </button>
      {isOpen && (
        <div className="menu-panel">
          {header && <div className="menu-header">{header}</div>}
          <div
            ref={list}
            id={id}
            role="menu"
            tabIndex={-1}
            aria-label={label}
            onKeyDown={(event) => moveFocus(event, list.current, close)}
          >
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset isn't a menu group.
              <div role="group" key={group.map((item) => item.label).join()} className="menu-group">
                {group.map((item) => (
                  <Item key={item.label} item={item} close={close} />
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function Item({ item, close }: { item: MenuItem; close(): void }) {
  // An item with `isChosen` is a choice, the others are actions.
  const role =
    item.isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': item.isChosen };
  return (
    <button
      type="button"
      {...role}
      tabIndex={-1}
      className={item.isDangerous ? 'menu-item menu-danger' : 'menu-item'}
      onClick={() => {
        close();
        item.onChoose();
      }}
    >
      {item.icon && <Icon name={item.icon} size={18} />}
      <span>{item.label}</span>
      {item.isChosen && <Icon name="check" size={16} />}
    </button>
  );
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null, close: () => void): void {
  if (event.key === 'Escape' || event.key === 'Tab') {
    event.preventDefault();
    close();
    return;
  }
  const all = items(list);
  const focused = document.activeElement;
  const at = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
