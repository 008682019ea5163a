import { Fragment, type ReactNode, useState } from 'react';
import { formatAgo, formatMoney, formatTime, formatUtc } from '../lib/format.ts';
import { useNow } from '../lib/now.ts';
import { safeUrl } from '../lib/url.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import './text.css';
import { notify } from './toast.tsx';

interface MoneyProps {
  /** In the minor unit of the currency. */
  cents: number;
  /** USD by default. */
  currency?: string | undefined;
  withSign?: boolean;
}

export function Money({ cents, currency, withSign = false }: MoneyProps) {
  const sign = withSign && cents > 0 ? '+' : '';
  return <span className="money">{sign + formatMoney(cents, currency).replace('-', '−')}</span>;
}

export function TimeAgo({ at }: { at: string }) {
  const now = useNow();
  return (
    <time className="time-ago" dateTime={at} title={`${formatTime(at)} · ${formatUtc(at)}`}>
      {formatAgo(at, now)}
    </time>
  );
}

export const Moment = ({ at }: { at: string }) => (
  <time className="moment" dateTime={at} title={formatUtc(at)}>
    {formatTime(at)}
  </time>
);

/** A link to another site. A URL with a scheme other than http(s) is shown as text. */
export function ExternalLink({ href, children }: { href: string; children?: ReactNode }) {
  const url = safeUrl(href);
  if (!url) return <>{children ?? href}</>;
  return (
    <a className="external" href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? url.host + url.pathname}
      <Icon name="out" size={14} />
      <span className="hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** The clipboard API exists on secure origins only; execCommand works everywhere. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isDone = document.execCommand('copy');
  area.remove();
  if (!isDone) throw new Error('Your browser blocked copying.');
}

interface CopyButtonProps {
  text: string;
  label?: string;
  /** What is copied, where only screen readers need to be told. */
  hidden?: string;
}

export function CopyButton({ text, label = 'Copy', hidden }: CopyButtonProps) {
  const [isDone, setIsDone] = useState(false);
  const copy = () =>
    copyText(text).then(
      () => {
        setIsDone(true);
        setTimeout(() => setIsDone(false), 2000);
      },
      () => notify('Your browser blocked copying. Select the text and copy it.', 'bad'),
    );
  return (
    <Button size="small" kind="quiet" icon={isDone ? 'check' : 'copy'} onClick={copy}>
      {isDone ? 'Copied' : label}
      {hidden && <span className="hidden"> {hidden}</span>}
    </Button>
  );
}

/** The first characters of an ID. */
export const ShortId = ({ id }: { id: string }) => (
  <code className="short-id" title={id}>
    {id.slice(0, 8)}
  </code>
);

export function Code({ children, label = 'Code' }: { children: string; label?: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>
        <code>{children}</code>
      </pre>
      <div className="code-copy">
        <CopyButton text={children} />
      </div>
    </section>
  );
}

const jsonPart = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)/gi;

/** A value as colored JSON. */
export function JsonView({ value, label = 'JSON' }: { value: unknown; label?: string }) {
  const text = JSON.stringify(value, null, 2);
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(jsonPart)) {
    const [whole, string, colon, word] = match;
    parts.push(<Fragment key={end}>{text.slice(end, match.index)}</Fragment>);
    const kind = string ? (colon ? 'json-name' : 'json-string') : word ? 'json-word' : 'json-number';
    parts.push(
      <span key={`${match.index}-part`} className={kind}>
        {whole}
      </span>,
    );
    end = match.index + whole.length;
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard.
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>
        <code>
          {parts}
          {text.slice(end)}
        </code>
      </pre>
      <div className="code-copy">
        <CopyButton text={text} />
      </div>
    </section>
  );
}
