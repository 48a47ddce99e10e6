const paths = {
  home: 'M3 7.5 8 3l5 4.5V13H9.5V9.5h-3V13H3z',
  ask: 'M2.5 3.5h11v7.5H8l-3 2.5V11H2.5z',
  content: 'M4 2.5h5.5L12.5 5v8.5H4zM9 2.5V5.5h3.5M6 8h4M6 10.5h4',
  unanswered: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM6.4 6.4A1.7 1.7 0 1 1 8 8.4v.6M8 11v.1',
  feedback: 'M2.5 3.5h11v7.5H8l-3 2.5V11H2.5zM5.5 7h5',
  review: 'M2.5 8.5 6 12l7.5-8',
  person: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM3 13.5c.4-2.6 2.3-4 5-4s4.6 1.4 5 4',
  records: 'M3 3h10v10H3zM3 6.5h10M6.5 6.5V13',
  guardrails: 'M8 2.5 12.5 4v4c0 3-2 4.7-4.5 5.5C5.5 12.7 3.5 11 3.5 8V4z',
  quality: 'M2.5 13V3M2.5 13H13.5M5 10.5l2.5-3 2 1.5 3.5-4.5',
  operations: 'M2 8h3l2-4.5 2.5 9L11.5 8H14',
  settings: 'M3 5h6M12 5h1M3 11h1M7 11h6M10.5 3.5v3M5.5 9.5v3',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  up: 'M3.5 10 8 5.5 12.5 10',
  down: 'M3.5 6 8 10.5 12.5 6',
  check: 'M3 8.5 6.5 12 13 4.5',
  copy: 'M5.5 5.5h7v7h-7zM3.5 10.5v-7h7',
  right: 'M6 3.5 10.5 8 6 12.5',
  external: 'M6 3.5H3.5v9h9V10M9 3h4v4M13 3 7.5 8.5',
  warn: 'M8 2.5 14 13H2zM8 6.5v3M8 11.3v.1',
  upload: 'M8 10.5V3M5 6l3-3 3 3M3 10.5V13h10v-2.5',
} as const;

export type IconName = keyof typeof paths;

/** Decoration: what it stands beside, or the name of the button around it, says the same. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
