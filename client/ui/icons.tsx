// One hand for all icons: strokes of 1.75 on a grid of 24, the colour of the text around. Decorative always;
// the control that carries one has the words.
const shapes = {
  'arrow-down': <path d="M12 5v14m-6-6 6 6 6-6" />,
  'arrow-up': <path d="M12 19V5m-6 6 6-6 6 6" />,
  archive: <path d="M4 4h16v4H4zM5.5 8v12h13V8M10 12h4" />,
  at: (
    <>
      <circle cx="12" cy="12" r="3.5" />
      <path d="M15.5 8.5v4.8c0 1.5 1 2.4 2.2 2.4 1.6 0 2.8-1.6 2.8-3.7a8.5 8.5 0 1 0-3.4 6.8" />
    </>
  ),
  barred: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="m6 6 12 12" />
    </>
  ),
  bell: <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4" />,
  building: <path d="M5 21V4h9v17M14 9h5v12M3 21h18M8.5 8h2M8.5 12h2M8.5 16h2" />,
  calendar: <path d="M4 6h16v14H4zM4 10.5h16M8.5 3.5v4M15.5 3.5v4" />,
  cart: (
    <>
      <path d="M2.5 4h3l2.6 11h10l2.4-8H6.4" />
      <circle cx="9" cy="19" r="1.4" />
      <circle cx="17" cy="19" r="1.4" />
    </>
  ),
  chart: <path d="M4 20h16M7 20v-7M12 20V5M17 20v-10" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  tree: <path d="M4 5h6M8 5v13h5M8 11.5h5M16 11.5h4M16 18h4" />,
  'chevron-down': <path d="m6 9.5 6 6 6-6" />,
  'chevron-left': <path d="m14.5 6-6 6 6 6" />,
  'chevron-right': <path d="m9.5 6 6 6-6 6" />,
  'chevron-up': <path d="m6 14.5 6-6 6 6" />,
  clip: (
    <path d="M19.5 11.5 12 19a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-8 8a1.5 1.5 0 0 1-2.2-2.2l7.3-7.3" />
  ),
  clock: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V12l3 2" />
    </>
  ),
  close: <path d="m6 6 12 12M18 6 6 18" />,
  columns: <path d="M4 5h16v14H4zM9.5 5v14M14.5 5v14" />,
  comment: <path d="M4 5h16v11H11l-5 4v-4H4z" />,
  copy: <path d="M9 9h11v11H9zM15 9V4H4v11h5" />,
  density: <path d="M4 6h16M4 10h16M4 14h16M4 18h16" />,
  download: <path d="M12 4v11m-5-4.5 5 5 5-5M5 20h14" />,
  drag: <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="3" />,
  edit: <path d="M4 20l1-4.5L16.5 4 20 7.5 8.5 19 4 20zM14 6.5 17.5 10" />,
  enter: <path d="M19.5 6v6.5h-14m4-4-4 4 4 4" />,
  error: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 7.5V13M12 16.2v.1" />
    </>
  ),
  external: <path d="M14 4h6v6M20 4l-9 9M18 14v6H4V6h6" />,
  eye: (
    <>
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z" />
      <circle cx="12" cy="12" r="3" />
    </>
  ),
  'eye-off': (
    <path d="M4 4l16 16M9.9 5.8A9 9 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-2.8 3.5M6 7.7A16 16 0 0 0 2.5 12S6 18.5 12 18.5c1.5 0 2.8-.4 4-1M9.9 9.9a3 3 0 0 0 4.2 4.2" />
  ),
  file: <path d="M6 3h8l4 4v14H6zM14 3v4h4" />,
  filter: <path d="M4 7h16M7 12h10M10 17h4" />,
  palette: (
    <path d="M12 3.5a8.500 8.500 0 1 0 0 17c1.500 0 2-1 1.600-2.200-.5-1.400.3-2.300 1.700-2.300h2c1.900 0 3.200-1.600 3.200-3.600 0-4.900-3.800-8.900-8.500-8.900zM7.500 12h.01M9.500 8h.01M14.500 8h.01" />
  ),
  group: <path d="M4 5h16v4H4zM8 13h12M8 17h12M4 13h.01M4 17h.01" />,
  'first-page': <path d="m17.5 6-6 6 6 6M6.5 6v12" />,
  gear: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3v3.5M12 17.5V21M3 12h3.5M17.5 12H21M5.6 5.6l2.5 2.5M15.9 15.9l2.5 2.5M18.4 5.6l-2.5 2.5M8.1 15.9l-2.5 2.5" />
    </>
  ),
  help: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.7.4-1.1.9-1.1 1.7M12 16.4v.1" />
    </>
  ),
  home: <path d="M4 11l8-7 8 7v9h-5v-5.5H9V20H4z" />,
  info: (
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 11v5.5M12 7.8v.1" />
    </>
  ),
  keyboard: <path d="M3 6.5h18v11H3zM7 10.2h.01M10.4 10.2h.01M13.8 10.2h.01M17.2 10.2h.01M8 14h8" />,
  'last-page': <path d="m6.5 6 6 6-6 6M17.5 6v12" />,
  link: (
    <path d="M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7l1.2-1.2" />
  ),
  list: <path d="M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" />,
  lock: <path d="M6 11h12v9H6zM8.5 11V7.5a3.5 3.5 0 0 1 7 0V11" />,
  mail: <path d="M4 6h16v12H4zM4 7.5l8 6 8-6" />,
  menu: <path d="M4 7h16M4 12h16M4 17h16" />,
  more: <path d="M12 5.5v.01M12 12v.01M12 18.5v.01" strokeWidth="3" />,
  'pin-left': (
    <>
      <path d="M4 5h16v14H4z" />
      <path d="M4 5h5.5v14H4z" fill="currentColor" />
    </>
  ),
  'pin-right': (
    <>
      <path d="M4 5h16v14H4z" />
      <path d="M14.5 5H20v14h-5.5z" fill="currentColor" />
    </>
  ),
  pin: <path d="M8 3h8M9.5 3v6L7 13h10l-2.5-4V3M12 13v8" />,
  print: <path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z" />,
  plus: <path d="M12 5v14M5 12h14" />,
  redo: <path d="M19 9H9.5a5 5 0 0 0 0 10H14M15.5 5.5 19 9l-3.5 3.5" />,
  refresh: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9M20 4v5h-5" />,
  restore: <path d="M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4 9M4 4v5h5" />,
  rotate: <path d="M4 11h10v9H4zM9 6.5h7a3 3 0 0 1 3 3V14m-2.5-2 2.5 2.5L21.5 12" />,
  save: <path d="M5 4h11l3 3v13H5zM8.5 4v5h6V4M8.5 20v-6h7v6" />,
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5.5 5.5" />
    </>
  ),
  sum: <path d="M17.5 7.5V5h-11l6 7-6 7h11v-2.5" />,
  'sign-out': <path d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9.5" />,
  sort: <path d="M8 5v14m-4-4 4 4 4-4M16 19V5m-4 4 4-4 4 4" />,
  sparkle: <path d="M12 3v5M12 16v5M3 12h5M16 12h5M12 10.5v3M10.5 12h3" />,
  switch: <path d="M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4-4-4 4 4 4" />,
  thumbnails: <path d="M4 4h7v7H4zM4 14h7v6H4zM14.5 5.5H20M14.5 9H20M14.5 15.5H20M14.5 19H20" />,
  trash: <path d="M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10.5 11v5M13.5 11v5" />,
  undo: <path d="M5 9h9.5a5 5 0 0 1 0 10H10M8.5 5.5 5 9l3.5 3.5" />,
  upload: <path d="M12 15V4m-5 4.5 5-5 5 5M5 20h14" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M4.5 20.5c1-4 4-6 7.5-6s6.5 2 7.5 6" />
    </>
  ),
  users: (
    <>
      <circle cx="9" cy="8.5" r="3.5" />
      <path d="M2.5 19.5c.8-3.5 3.4-5.2 6.5-5.200s5.7 1.7 6.5 5.200M15.5 5.300a3.5 3.5 0 0 1 0 6.4M18 14.800c1.8.8 3 2.4 3.5 4.7" />
    </>
  ),
  warning: <path d="M12 4 2.5 20h19zM12 10v4.5M12 17.300v.1" />,
  'zoom-in': (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5.5 5.5M10.5 8v5M8 10.5h5" />
    </>
  ),
  'zoom-out': (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5.5 5.5M8 10.5h5" />
    </>
  ),
} as const;

export type IconName = keyof typeof shapes;

export const isIconName = (name: string): name is IconName => name in shapes;

export function Icon({ name, size = 18, className }: { name: IconName; size?: number; className?: string }) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
