/** Local storage that never throws. */
export function readStored(name: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(`errand.${name}`);
  } catch {
    return null;
  }
}

export function writeStored(name: string, value: string | null, storage: () => Storage = () => localStorage): void {
  try {
    if (value === null) storage().removeItem(`errand.${name}`);
    else storage().setItem(`errand.${name}`, value);
  } catch {
    // Private windows and full disks: the choice lasts until the page closes.
  }
}
