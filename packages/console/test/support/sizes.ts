/** The windows that people use: a screen on a desk, and a phone. */
export const sizes = [
  { name: 'on a wide screen', width: 1440, height: 900 },
  { name: 'on a phone', width: 390, height: 844 },
] as const;
