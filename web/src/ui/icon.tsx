import type { ReactNode } from 'react';

/** Icons on a 24 px grid, drawn in the text color. */
const shapes = {
  overview: <path d="M4 13h6V4H4zm10 7h6V11h-6zM4 20h6v-3H4zM14 4v3h6V4z" />,
  cart: (
    <>
      <path d="M3 4h2.2l2.3 11.2h10.2L20 7.5H6" />
      <circle cx="9" cy="19.2" r="1.4" />
      <circle cx="16.5" cy="19.2" r="1.4" />
    </>
  ),
  box: <path d="m12 3 8 4.3v9.4L12 21l-8-4.3V7.3zM4.3 7.5 12 11.7l7.7-4.2M12 11.7V21M8 5.2l7.9 4.3" />,
  rows: <path d="M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14" />,
  back: <path d="M8.5 5 4 9.5 8.5 14M4.5 9.5H15a5 5 0 0 1 0 10H9" />,
  chat: <path d="M5 5h14a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1h-7l-4.5 3.5V16H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1zM8 9h8M8 12h5" />,
  wallet: <path d="M18.5 8V5.5H6A2.5 2.5 0 0 0 3.5 8v9.5A2 2 0 0 0 5.5 19.5h15V8H5M16.5 13.7h.01" />,
  chart: <path d="M4 20h16M7 16.5v-5M12 16.5V5M17 16.5V9" />,
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.2" />
      <path d="M3.5 19.5c.3-3.3 2.6-5.2 5.5-5.2s5.2 1.9 5.5 5.2M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.3 14.8c1.9.7 3 2.4 3.2 4.7" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15.5" r="4" />
      <path d="m11 12.5 8.5-8.5M16 7.5l2.8 2.8M13.7 9.8l1.8 1.8" />
    </>
  ),
  webhook: (
    <>
      <circle cx="12" cy="6.5" r="2.5" />
      <circle cx="6" cy="17" r="2.5" />
      <circle cx="18" cy="17" r="2.5" />
      <path d="M11 8.8 7.2 14.8M13.2 8.7l3.6 6.1M8.5 17h7" />
    </>
  ),
  operator: <path d="M12 3.5 19.5 6v5.5c0 4.3-2.9 7.5-7.5 9-4.6-1.5-7.5-4.7-7.5-9V6zM9 12l2.2 2.2L15.2 10" />,
  search: (
    <>
      <circle cx="11" cy="11" r="6.5" />
      <path d="m16 16 4.5 4.5" />
    </>
  ),
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="2.6" />,
  close: <path d="M6 6l12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.7 4.7L19 7.5" />,
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  right: <path d="m9.5 5.5 6.5 6.5-6.5 6.5" />,
  left: <path d="M14.5 5.5 8 12l6.5 6.5" />,
  down: <path d="m5.5 9 6.5 6.5L18.5 9" />,
  out: <path d="M14 4.5h5.5V10M19 5l-8 8M17.5 14v5.5h-13v-13H10" />,
  copy: <path d="M9 9h10.5v10.5H9zM15 9V4.5H4.5V15H9" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5" />,
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7v5.2l3.3 2" />
    </>
  ),
  warning: <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17.2h.01" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.7h.01" />
    </>
  ),
  truck: (
    <>
      <path d="M2.5 6h11v10.5h-11zM13.5 9.5h4l3.5 3.7v3.3h-7.5z" />
      <circle cx="7" cy="17.5" r="1.8" />
      <circle cx="17" cy="17.5" r="1.8" />
    </>
  ),
  home: <path d="M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5" />,
  store: (
    <path d="M4.5 10v9.5h15V10M3 9.5 5 4.5h14l2 5c0 1.5-1 2.5-2.5 2.5S16 11 16 9.5c0 1.5-1.5 2.5-4 2.5s-4-1-4-2.5C8 11 7 12 5.5 12S3 11 3 9.5z" />
  ),
  gift: (
    <path d="M4.5 11.5h15v8h-15zM3.5 8h17v3.5h-17zM12 8v11.5M12 8C9 8 7.5 7 7.5 5.5S9 3.5 10 4.5 12 8 12 8zm0 0c3 0 4.5-1 4.5-2.5s-1.5-2-2.5-1S12 8 12 8z" />
  ),
  link: (
    <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.3 1.3M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.3-1.3" />
  ),
  star: <path d="m12 4 2.5 5.2 5.7.8-4.1 4 1 5.7L12 17l-5.1 2.7 1-5.7-4.1-4 5.7-.8z" />,
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
    </>
  ),
  moon: <path d="M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z" />,
  screen: <path d="M3.5 5h17v11h-17zM9 19.5h6M12 16v3.5" />,
  leave: <path d="M14 4.5H5v15h9M10 12h10.5M17 8.5l3.5 3.5-3.5 3.5" />,
  download: <path d="M12 4v11M7.5 11 12 15.5 16.5 11M4.5 19.5h15" />,
  upload: <path d="M12 15.5V4.5M7.5 8.5 12 4l4.5 4.5M4.5 19.5h15" />,
  filter: <path d="M4 6h16M7 12h10M10 18h4" />,
  pause: <path d="M8.5 5.5v13M15.5 5.5v13" />,
  play: <path d="M8 5.5 18.5 12 8 18.5z" />,
  lock: <path d="M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5" />,
  mail: <path d="M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5" />,
  trash: <path d="M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.5 10.5v6M13.5 10.5v6" />,
  print: <path d="M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6H7z" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** Decoration, hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
