import './recording-strip.css';

/** A screenshot of the store's page, if the action has one. */
export function Screenshot({ details }: { details: Record<string, unknown> }) {
  const { screenshot } = details;
  if (typeof screenshot !== 'string' || !screenshot.startsWith('data:image/jpeg;base64,')) return null;
  return <img className="screenshot" src={screenshot} alt="The store page before the order is placed" />;
}
