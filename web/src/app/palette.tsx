import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useLocation } from 'wouter';
import { isTyping } from '../lib/keyboard.ts';
import { Icon } from '../ui/icon.tsx';
import { type SearchResult, useSearchResults } from './search-results.ts';
import './palette.css';

/** Opens on ⌘K or Ctrl+K anywhere, and on / outside of text fields. */
function useShortcut(open: () => void): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isCommand = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey);
      const isSlash = event.key === '/' && !event.metaKey && !event.ctrlKey && !isTyping(event.target);
      if (!isCommand && !isSlash) return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [open]);
}

const shortcut = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘K' : 'Ctrl K';

const opening = new EventTarget();
const open = () => void opening.dispatchEvent(new Event('open'));

/** On a phone, a button opens the search. */
export const PaletteButton = () => (
  <button type="button" className="palette-button" onClick={open}>
    <Icon name="search" size={20} />
    <span>Search everything</span>
  </button>
);

/** Searches pages, orders and settings. */
export function Palette({ isOperator }: { isOperator: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  useShortcut(open);
  useEffect(() => {
    const show = () => setIsOpen(true);
    opening.addEventListener('open', show);
    return () => opening.removeEventListener('open', show);
  }, []);
  useEffect(() => {
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);
  return (
    <>
      <button type="button" className="palette-button" onClick={() => setIsOpen(true)}>
        <Icon name="search" size={18} />
        <span>Search everything</span>
        <kbd>{shortcut}</kbd>
      </button>
      {createPortal(
        <dialog
          ref={dialog}
          className="palette"
          aria-label="Search"
          onClose={() => setIsOpen(false)}
          onPointerDown={(event) => {
            if (event.target === dialog.current) setIsOpen(false);
          }}
        >
          {isOpen && <PaletteSearch isOperator={isOperator} onClose={() => setIsOpen(false)} />}
        </dialog>,
        document.body,
      )}
    </>
  );
}

function PaletteSearch({ isOperator, onClose }: { isOperator: boolean; onClose(): void }) {
  const id = useId();
  const [, goTo] = useLocation();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const asked = useDeferredValue(text.trim());
  const { found, isLooking } = useSearchResults(asked, isOperator);
  const at = Math.min(chosen, found.length - 1);
  const openResult = (one: SearchResult | undefined) => {
    if (!one) return;
    onClose();
    goTo(one.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (at + step + found.length) % found.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      openResult(found[at]);
    }
  };
  return (
    <div className="palette-frame">
      <div className="palette-field">
        <Icon name="search" size={20} />
        <input
          // biome-ignore lint/a11y/noAutofocus: people open it to type.
          autoFocus
          role="combobox"
          aria-label="Search everything"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? `${id}-${at}` : undefined}
          aria-autocomplete="list"
          placeholder={
            isOperator
              ? 'Order, customer, key, package, email or page'
              : 'Order, recipient, package, return, key or page'
          }
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className="palette-list">
        {found.map((one, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys.
          <div
            key={one.to + one.title}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="palette-option"
            onPointerMove={() => setChosen(index)}
            onClick={() => openResult(one)}
          >
            <Icon name={one.icon} size={18} />
            <span className="palette-title">{one.title}</span>
            <span className="palette-note">{one.note}</span>
          </div>
        ))}
      </div>
      <p className="palette-foot" role="status">
        {found.length === 0 && !isLooking ? 'No results.' : isLooking ? 'Searching…' : '↑ ↓ to select, Enter to open'}
      </p>
    </div>
  );
}
