import { useState } from 'react';
import type { ListOrderViewsOutput } from '../../../../sdk/src/index.ts';
import { useChange, useData } from '../../lib/data.ts';
import { useMay } from '../../lib/role.ts';
import { useWorld, type World } from '../../lib/world.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu } from '../../ui/menu.tsx';
import { copyText } from '../../ui/text.tsx';
import { notify } from '../../ui/toast.tsx';

type View = ListOrderViewsOutput['views'][number];

/** The link opens the mode in which it was copied. */
const copyLink = (world: World, query: string) =>
  copyText(
    `${location.origin}/app/orders?${new URLSearchParams([...new URLSearchParams(query), ['world', world]])}`,
  ).then(
    () => notify('Link copied. Everyone on the account can open it.'),
    () => notify('Your browser blocked copying. Copy the page URL.', 'bad'),
  );

interface SavedViewsProps {
  /** The query string of the current view. */
  query: string;
  onShow(query: string): void;
}

/** Saved views of the account, and a link to the current one. */
export function SavedViews({ query, onShow }: SavedViewsProps) {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const views = useData(['order-views'], (api, options) => api.listOrderViews(options)).data?.views ?? [];
  const may = useMay();
  const { world } = useWorld();
  return (
    <>
      <Menu
        label="Views"
        className="button button-plain button-normal"
        button={
          <>
            {views.find((view) => view.query === query)?.name ?? 'Views'}
            <Icon name="down" size={16} />
          </>
        }
        groups={[
          [
            { label: 'All orders', isChosen: query === '', onChoose: () => onShow('') },
            ...views.map((view) => ({
              label: view.name,
              isChosen: view.query === query,
              onChoose: () => onShow(view.query),
            })),
          ],
          [
            { label: 'Save this view', icon: 'plus', onChoose: () => setDialog('save') },
            { label: 'Copy link', icon: 'link', onChoose: () => copyLink(world, query) },
            ...(views.length > 0 && may('deleteOrderView')
              ? [{ label: 'Delete views', icon: 'trash' as const, onChoose: () => setDialog('manage') }]
              : []),
          ],
        ]}
      />
      {dialog === 'save' && <SaveView query={query} onClose={() => setDialog(null)} />}
      <ManageViews views={views} isOpen={dialog === 'manage'} onClose={() => setDialog(null)} />
    </>
  );
}

function SaveView({ query, onClose }: { query: string; onClose(): void }) {
  const [name, setName] = useState('');
  const save = useChange((api) => api.saveOrderView({ body: { name, query } }), {
    changes: ['order-views'],
    onDone: () => {
      notify('View saved for everyone on the account.');
      onClose();
    },
  });
  return (
    <FormDialog
      title="Save this view"
      lead="Saves the current filters, sort order and columns. Replaces any view with the same name."
      action="Save view"
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => {
        if (name.trim() !== '') save.mutate();
      }}
      onClose={onClose}
    >
      <Input label="Name" value={name} maxLength={60} required onChange={(event) => setName(event.target.value)} />
    </FormDialog>
  );
}

function ManageViews({ views, isOpen, onClose }: { views: readonly View[]; isOpen: boolean; onClose(): void }) {
  const changes = ['order-views'];
  const restore = useChange((api, { name, query }: View) => api.saveOrderView({ body: { name, query } }), { changes });
  const remove = useChange((api, view: View) => api.deleteOrderView({ view_id: view.id }), {
    changes,
    onDone: (_none, view) => {
      onClose();
      notify(`View "${view.name}" deleted.`, 'good', { label: 'Undo', onAct: () => restore.mutate(view) });
    },
  });
  return (
    <Dialog title="Saved views" isOpen={isOpen} onClose={onClose}>
      <ul className="saved-views">
        {views.map((view) => (
          <li key={view.id}>
            <span className="break">{view.name}</span>
            <Button size="small" icon="trash" isBusy={remove.isPending} onClick={() => remove.mutate(view)}>
              Delete <span className="hidden">{view.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {views.length === 0 && <p className="quiet">No saved views.</p>}
    </Dialog>
  );
}
