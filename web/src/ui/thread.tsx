import { caseReasonLabels, humanizeName } from '../lib/labels.ts';
import { Icon } from './icon.tsx';
import { Moment } from './text.tsx';
import './thread.css';

export interface ThreadMessage {
  type: string;
  author: 'customer' | 'operator' | 'system';
  body: string;
  created_at: string;
}

interface ThreadProps {
  messages: readonly ThreadMessage[];
  /** Whose messages are shown as the viewer's own. */
  viewer: 'customer' | 'operator';
}

const reasonTexts: Record<string, string> = caseReasonLabels;

/** What a message changes; null if it is only text. */
function actionOf(type: string): string | null {
  const opened = /^case\.opened\.(.+)$/.exec(type)?.[1];
  if (opened) return `Opened: ${reasonTexts[opened] ?? humanizeName(opened)}`;
  if (type === 'case.closed') return 'Closed the case';
  return null;
}

/** A conversation, oldest message first. */
export function Thread({ messages, viewer }: ThreadProps) {
  const names = {
    customer: viewer === 'customer' ? 'You' : 'Customer',
    operator: viewer === 'operator' ? 'Operator' : 'Support',
    system: 'Errand',
  };
  return (
    <ol className="thread" aria-label="Conversation">
      {messages.map((message) => {
        const action = actionOf(message.type);
        const side = message.author === 'system' ? 'system' : message.author === viewer ? 'own' : 'other';
        return (
          <li key={`${message.created_at} ${message.type}`} className={`message message-${side}`}>
            <p className="message-head">
              <strong>{names[message.author]}</strong>
              <Moment at={message.created_at} />
            </p>
            <div className="message-body">
              {action && (
                <p className="message-action">
                  <Icon name={message.type === 'case.closed' ? 'check' : 'chat'} size={16} />
                  {action}
                </p>
              )}
              <p dir="auto">{message.body}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
