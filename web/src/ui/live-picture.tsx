import { usePrivatePicture } from '../lib/private-picture.ts';
import './recording-strip.css';

/** A picture that is asked for anew every second, or as often as is said. Before the first one there is nothing to see. */
export function LivePicture({ src, alt, everyMs = 1000 }: { src: string; alt: string; everyMs?: number }) {
  const shown = usePrivatePicture(src, everyMs);
  return shown === null ? (
    <p className="quiet">Loading image…</p>
  ) : (
    <img className="screenshot" src={shown} alt={alt} />
  );
}
