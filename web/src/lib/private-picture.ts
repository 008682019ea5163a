import { useEffect, useState } from 'react';
import { sendAs } from './api.ts';

/** A picture that only the signed-in person may see; null if there is none. An <img> could not send the mode header. */
async function load(path: string, signal: AbortSignal): Promise<Blob | null> {
  const answer = await sendAs('test', path, { signal }).catch(() => null);
  return answer?.ok ? answer.blob() : null;
}

/** A blob URL for <img>. With `everyMs` the picture is loaded again and again. */
export function usePrivatePicture(path: string, everyMs?: number): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: string | null = null;
    const loadPicture = async () => {
      const picture = await load(path, stop.signal);
      if (stop.signal.aborted) return;
      if (picture) {
        const before = shown;
        shown = URL.createObjectURL(picture);
        setAddress(shown);
        if (before !== null) URL.revokeObjectURL(before);
      }
      if (everyMs !== undefined) timer = setTimeout(() => void loadPicture(), everyMs);
    };
    void loadPicture();
    return () => {
      stop.abort();
      clearTimeout(timer);
      if (shown !== null) URL.revokeObjectURL(shown);
    };
  }, [path, everyMs]);
  return address;
}
