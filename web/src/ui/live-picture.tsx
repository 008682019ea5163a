import { useEffect, useState } from 'react';
import './film-strip.css';

const everyMs = 1000;

/** A picture that is asked for anew every second. Before the first one there is nothing to see. */
export function LivePicture({ src, alt }: { src: string; alt: string }) {
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
  }, [src]);
  return shown === null ? (
    <p className="quiet">The picture is on its way …</p>
  ) : (
    <img className="screenshot" src={shown} alt={alt} />
  );
}
