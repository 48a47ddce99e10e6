/** A share with two digits after the point where it is small: goals of this kind are below one in a hundred. */
export function showShare(share: number | null): string {
  if (share === null) return '–';
  return `${(share * 100).toFixed(share > 0 && share < 0.02 ? 2 : 1)} %`;
}
