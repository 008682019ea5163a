import { Link } from 'wouter';

export const Brand = ({ to = '/app' }: { to?: string }) => (
  <Link href={to} className="brand">
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="9" />
      <path d="M10 9.5h12M10 16h8.5M10 22.5h12" />
      <circle cx="23.5" cy="16" r="2.1" />
    </svg>
    Errand
  </Link>
);
