import { useId, useState } from 'react';
import { sendAs } from '../lib/api.ts';
import { saveFile } from '../lib/download.ts';
import { problemOfFile, uploadTypes } from '../lib/uploads.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Moment } from './text.tsx';
import { notify } from './toast.tsx';
import './attachments.css';

export interface Attachment {
  id: string;
  author: 'customer' | 'operator';
  name: string;
  bytes: number;
  created_at: string;
}

interface AttachmentListProps {
  files: readonly Attachment[];
  viewer: 'customer' | 'operator';
  onOpen(file: Attachment): void;
}

const sizeOf = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Downloads a file as the signed-in person. */
export const openFile =
  (world: 'test' | 'live', pathOf: (id: string) => string) =>
  (file: Pick<Attachment, 'id' | 'name'>): void => {
    const save = async () => {
      const answer = await sendAs(world, pathOf(file.id), { method: 'GET' });
      if (!answer.ok) throw new Error(`The file request returned ${answer.status}.`);
      saveFile(file.name, await answer.blob(), answer.headers.get('content-type') ?? 'application/octet-stream');
    };
    save().catch(() => notify("Couldn't download the file. Try again.", 'bad'));
  };

/** Files in a conversation. They are downloaded and never displayed, since they may be malicious. */
export function AttachmentList({ files, viewer, onOpen }: AttachmentListProps) {
  if (files.length === 0) return null;
  return (
    <ul className="attachments" aria-label="Files">
      {files.map((file) => (
        <li key={file.id}>
          <Button size="small" icon="download" onClick={() => onOpen(file)}>
            {file.name}
          </Button>
          <span className="quiet small">
            {sizeOf(file.bytes)} ·{' '}
            {file.author === viewer ? 'you' : file.author === 'operator' ? 'support' : 'customer'} ·{' '}
            <Moment at={file.created_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Chooses files that are sent with a message. */
export function FileChoice({ files, onChange }: { files: readonly File[]; onChange(files: readonly File[]): void }) {
  const id = useId();
  const [problem, setProblem] = useState<string | null>(null);
  const add = (chosen: File[]) => {
    const wrong = chosen.map(problemOfFile).find((each) => each !== null);
    setProblem(wrong ?? null);
    onChange([...files, ...chosen.filter((file) => problemOfFile(file) === null)].slice(0, 5));
  };
  return (
    <div className="file-choice">
      <label htmlFor={id} className="button button-plain button-small">
        <Icon name="plus" size={16} /> Add files
      </label>
      <input
        id={id}
        className="hidden"
        type="file"
        multiple
        accept={uploadTypes}
        onChange={(event) => {
          add([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <span className="quiet small">PDF, PNG or JPEG, up to 5 MB each.</span>
      {problem !== null && (
        <p className="field-error" role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
      {files.length > 0 && (
        <ul className="attachments" aria-label="Files to send">
          {files.map((file) => (
            <li key={`${file.name} ${file.size}`}>
              {file.name}
              <Button size="small" kind="quiet" onClick={() => onChange(files.filter((each) => each !== file))}>
                Remove<span className="hidden"> {file.name}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
