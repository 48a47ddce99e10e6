/** Formats a share, with two decimals if it is small: some goals are below 1 %. */
export function showShare(share: number | null): string {
  if (share === null) return '–';
  return `${(share * 100).toFixed(share > 0 && share < 0.02 ? 2 : 1)} %`;
}
