import { CopyButton } from './text.tsx';
import './copy-line.css';

/** Something to copy whole: a key, a secret, an address. */
export function CopyLine({ text, label }: { text: string; label: string }) {
  return (
    <div className="copy-line">
      <code>
        <span className="hidden">{label}: </span>
        {text}
      </code>
      <CopyButton text={text} />
    </div>
  );
}
