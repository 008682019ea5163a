import { usePrivatePicture } from '../lib/private-picture.ts';
import './recording-strip.css';

/** A picture that reloads every `everyMs`. */
export function LivePicture({ src, alt, everyMs = 1000 }: { src: string; alt: string; everyMs?: number }) {
  const shown = usePrivatePicture(src, everyMs);
  return shown === null ? (
    <p className="quiet">Loading image…</p>
  ) : (
    <img className="screenshot" src={shown} alt={alt} />
  );
}
