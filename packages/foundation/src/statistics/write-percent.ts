/** Formats a share with as few digits as distinguish it from 0 and from 100 %: "80 %", "4.7 %", "99.6 %". */
export function writePercent(share: number): string {
  const tenths = Math.round(share * 1000) / 10;
  return `${Math.abs(tenths) < 10 || (tenths > 99 && tenths < 100) ? tenths : Math.round(tenths)} %`;
}
