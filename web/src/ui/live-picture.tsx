import { useEffect, useState } from 'react';
import './film-strip.css';

/** A picture that is asked for anew every second, or as often as is said. Before the first one there is nothing to see. */
export function LivePicture({ src, alt, everyMs = 1000 }: { src: string; alt: string; everyMs?: number }) {
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    let turn = 0;
    const look = () => {
      turn += 1;
      const next = new Image();
      next.onload = () => {
        if (!isOver) setShown(next.src);
      };
      next.src = `${src}?turn=${turn}`;
    };
    look();
    const timer = setInterval(look, everyMs);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [src, everyMs]);
  return shown === null ? (
    <p className="quiet">The picture is on its way …</p>
  ) : (
    <img className="screenshot" src={shown} alt={alt} />
  );
}
