import type { ListCardsOutput } from '../../../../sdk/src/index.ts';
import { useSelectedRow } from '../../lib/address.ts';
import { cardLabel } from '../../lib/cards.ts';
import { useChange, useData } from '../../lib/data.ts';
import { useMay } from '../../lib/role.ts';
import { useWorld } from '../../lib/world.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { EmptyState, ErrorNote, Loaded, Skeleton } from '../../ui/states.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { notify } from '../../ui/toast.tsx';

type SavedCard = ListCardsOutput['cards'][number];

/** Cards that orders can be paid with: add, make the default, remove. */
export function SavedCards() {
  const { world } = useWorld();
  const may = useMay();
  const list = useData(['cards'], (api, options) => api.listCards({}, options));
  const [removing, setRemoving] = useSelectedRow('remove-card', list.data?.cards, (card) => card.id);
  const add = useChange<void, { url: string | null }>(
    (api, _none, options) => api.createCardSetup({ body: {} }, options),
    {
      onDone({ url }) {
        if (url !== null) location.assign(url);
      },
    },
  );
  const makeDefault = useChange<SavedCard>(
    (api, { id }) => api.updateCard({ card_id: id, body: { is_default: true } }),
    { changes: ['cards'] },
  );
  const remove = useChange<SavedCard>((api, { id }) => api.deleteCard({ card_id: id }), {
    changes: ['cards'],
    onDone() {
      notify('Card removed.');
      setRemoving(null);
    },
  });
  const columns: Column<SavedCard>[] = [
    { name: 'Card', cell: (card) => cardLabel(card) },
    { name: 'Expires', cell: (card) => `${String(card.exp_month).padStart(2, '0')}/${card.exp_year}` },
    {
      name: 'Default',
      cell: (card) =>
        card.is_default ? (
          <Badge tone="good">Default</Badge>
        ) : (
          <Button size="small" does="updateCard" onClick={() => makeDefault.mutate(card)}>
            Make default
          </Button>
        ),
    },
    {
      name: 'Actions',
      cell: (card) => (
        <Button size="small" does="deleteCard" onClick={() => setRemoving(card)}>
          Remove
        </Button>
      ),
    },
  ];
  return (
    <Card
      title="Saved cards"
      isFlush
      action={
        <Button size="small" does="createCardSetup" isBusy={add.isPending} onClick={() => add.mutate()}>
          Add card
        </Button>
      }
    >
      {add.error ? <ErrorNote error={add.error} /> : null}
      <Loaded data={list} skeleton={<Skeleton lines={3} />}>
        {({ cards }) =>
          cards.length === 0 ? (
            <EmptyState icon="wallet" title="No cards saved">
              Save a card on Stripe's page to pay for individual orders with it.
            </EmptyState>
          ) : (
            <Table label="Saved cards" columns={columns} rows={cards} keyOf={(card) => card.id} />
          )
        }
      </Loaded>
      <Confirm
        title="Remove this card?"
        isOpen={removing !== null && may('deleteCard')}
        action="Remove card"
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate(removing)}
        onClose={() => setRemoving(null)}
      >
        <p>
          {world === 'test' ? 'You can add this test card again. ' : ''}Orders already paid for with this card aren't
          affected.
        </p>
      </Confirm>
    </Card>
  );
}
