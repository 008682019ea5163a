import { useState } from 'react';
import type { ListKeyGroupsOutput, ListKeysOutput } from '../../../../sdk/src/index.ts';
import { useChange } from '../../lib/data.ts';
import { Checkbox, Input } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notify } from '../../ui/toast.tsx';

type Group = ListKeyGroupsOutput['groups'][number];
type Key = ListKeysOutput['keys'][number];

interface GroupDialogProps {
  /** Null: a new group. */
  group: Group | null;
  /** The keys in this mode. */
  keys: readonly Key[];
  onClose(): void;
  onSaved(name: string | null): void;
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Chooses a group's keys. A group without keys is deleted. */
export function GroupDialog({ group, keys, onClose, onSaved }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(group?.key_ids));
  const [isTried, setIsTried] = useState(false);
  const save = useChange((api) => api.putKeyGroup({ name, body: { key_ids: [...chosen] } }), {
    changes: ['key-groups', 'policies'],
    onDone() {
      notify(chosen.size > 0 ? 'Group saved.' : `Group “${name}” deleted.`);
      onSaved(chosen.size > 0 ? name : null);
    },
  });
  const toggle = (id: string, isIn: boolean) => {
    const next = new Set(chosen);
    if (isIn) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const isNamed = namePattern.test(name);
  const isEmpty = group === null && chosen.size === 0;
  return (
    <FormDialog
      title={group ? `Keys in “${group.name}”` : 'New key group'}
      lead="Keys in a group share one budget. A key can be in only one group."
      action={group && chosen.size === 0 ? 'Delete group' : 'Save group'}
      kind={group && chosen.size === 0 ? 'danger' : 'primary'}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={() => {
        setIsTried(true);
        if (isNamed && !isEmpty) save.mutate();
      }}
      onClose={onClose}
    >
      {group === null && (
        <Input
          label="Name"
          name="group_name"
          value={name}
          hint="Lowercase letters, digits and hyphens, such as shopping-agents."
          error={isTried && !isNamed ? 'Start with a lowercase letter or digit. No spaces.' : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <fieldset className="checkboxes">
        <legend>Keys</legend>
        {keys.map((key) => (
          <Checkbox
            key={key.id}
            name={`key-${key.id}`}
            label={`${key.label} …${key.hint}`}
            checked={chosen.has(key.id)}
            onChange={(event) => toggle(key.id, event.target.checked)}
          />
        ))}
      </fieldset>
      {isTried && isEmpty && <p role="alert">Choose at least one key.</p>}
    </FormDialog>
  );
}
