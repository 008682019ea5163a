import type { Api } from '../lib/api.ts';
import { saveCsv } from '../lib/download.ts';
import { useWorld } from '../lib/world.tsx';
import { Button } from './button.tsx';
import { notify } from './toast.tsx';

interface DownloadButtonProps {
  /** Name of the CSV file. */
  name: string;
  load(api: Api): Promise<unknown>;
  label?: string;
  size?: 'normal' | 'small';
}

export function DownloadButton({ name, load, label = 'Export', size = 'normal' }: DownloadButtonProps) {
  const { api } = useWorld();
  const save = () =>
    load(api).then(
      (text) => saveCsv(name, String(text)),
      () => notify('Download failed. Try again.', 'bad'),
    );
  return (
    <Button size={size} icon="download" onClick={save}>
      {label}
    </Button>
  );
}
