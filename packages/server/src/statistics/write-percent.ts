/** A share in words, with as few digits as tell it from nothing and from all: "80 %", "4.7 %", "99.6 %". */
export function writePercent(share: number): string {
  const tenths = Math.round(share * 1000) / 10;
  return `${Math.abs(tenths) < 10 || (tenths > 99 && tenths < 100) ? tenths : Math.round(tenths)} %`;
}
