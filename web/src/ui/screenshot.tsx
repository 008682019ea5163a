import './recording-strip.css';

/** The store's page that a question is about, where it came with one. */
export function Screenshot({ details }: { details: Record<string, unknown> }) {
  const { screenshot } = details;
  if (typeof screenshot !== 'string' || !screenshot.startsWith('data:image/jpeg;base64,')) return null;
  return <img className="screenshot" src={screenshot} alt="The store page before the order is placed" />;
}
