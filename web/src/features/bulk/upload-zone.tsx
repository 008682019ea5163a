import { type DragEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Note } from '../../ui/states.tsx';
import { draftOf } from './draft.ts';
import { putDraft } from './draft-state.ts';

const bytesMax = 16 * 1024 * 1024;

/** Reads a dropped or chosen file in the browser and opens the review. */
export function UploadZone() {
  const [, goTo] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isReading, setIsReading] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function readFile(file: File | undefined): Promise<void> {
    if (!file) return;
    setIsReading(true);
    setProblem(null);
    try {
      putDraft(await readDraft(file));
      goTo('/app/bulk/new');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "Couldn't read the file.");
    } finally {
      setIsReading(false);
      if (input.current) input.current.value = '';
    }
  }

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void readFile(event.dataTransfer.files[0]);
  };
  return (
    <div className="stack">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping needs a pointer; the button inside works for everyone. */}
      <div
        className={isOver ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={(event) => {
          const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
          if (!isInside) setIsOver(false);
        }}
        onDrop={onDrop}
      >
        <span className="empty-icon">
          <Icon name="upload" size={26} />
        </span>
        <p className="drop-title">Drop a CSV file here</p>
        <p className="quiet">One row per order. We check the file first. Nothing is ordered until you confirm.</p>
        <input
          ref={input}
          className="hidden"
          type="file"
          tabIndex={-1}
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          onChange={(event) => void readFile(event.target.files?.[0])}
        />
        <Button kind="primary" icon="rows" isBusy={isReading} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
      </div>
      {problem && (
        <div role="alert">
          <Note tone="bad" title="This file can't be used">
            {problem}
          </Note>
        </div>
      )}
    </div>
  );
}

async function readDraft(file: File) {
  if (file.size > bytesMax) throw new Error('The file is larger than 16 MB. Split it into smaller files.');
  // Loaded only when needed.
  const { readCsv } = await import('../../../../sdk/src/read-csv.ts');
  const table = readCsv(new Uint8Array(await file.arrayBuffer()));
  return draftOf({ name: file.name, ...table });
}
