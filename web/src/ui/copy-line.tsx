import { CopyButton } from './text.tsx';
import './copy-line.css';

/** A text to copy: a key, a secret, a URL. */
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
