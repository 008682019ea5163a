import { type EventType, eventTypes } from '../../../../sdk/src/index.ts';
import { keysOf } from '../../lib/fields.ts';

interface EventChoiceProps {
  chosen: readonly EventType[];
  onChange(chosen: EventType[]): void;
}

export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const toggle = (name: EventType) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <fieldset className="event-choice">
      <legend>Events (leave empty for all)</legend>
      {keysOf(eventTypes).map((name) => (
        <label key={name}>
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
          {eventTypes[name].title}
        </label>
      ))}
    </fieldset>
  );
}
