/** How long a delivery is tried. */
export const retryForMs = 24 * 3_600_000;
