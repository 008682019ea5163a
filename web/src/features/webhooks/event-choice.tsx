import type { CreateWebhookEndpointInput } from '../../../../sdk/src/index.ts';
import { webhookEventWords } from '../../lib/words.ts';

export type EventType = NonNullable<CreateWebhookEndpointInput['body']['events']>[number];

/** Those of the earlier API go to the addresses of their orders. */
const choices = Object.entries(webhookEventWords).filter(([name]) => name.includes('.')) as [EventType, string][];

interface EventChoiceProps {
  chosen: readonly EventType[];
  onChange(chosen: EventType[]): void;
}

export function EventChoice({ chosen, onChange }: EventChoiceProps) {
  const toggle = (name: EventType) =>
    onChange(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return (
    <fieldset className="event-choice">
      <legend>Events (choose none to be told of every one)</legend>
      {choices.map(([name, words]) => (
        <label key={name}>
          <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
