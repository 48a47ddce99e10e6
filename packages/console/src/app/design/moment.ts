/** As the inputs of a browser take it. */
interface Moment {
  readonly date: string;
  readonly time: string;
}

const padded = (count: number, digits = 2) => String(count).padStart(digits, '0');

export function readMoment(value: string): Moment {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return { date: '', time: '' };
  return {
    date: `${padded(moment.getFullYear(), 4)}-${padded(moment.getMonth() + 1)}-${padded(moment.getDate())}`,
    time: `${padded(moment.getHours())}:${padded(moment.getMinutes())}`,
  };
}

export function writeMoment({ date, time }: Moment): string {
  const moment = new Date(`${date}T${time === '' ? '00:00' : time}`);
  return date === '' || Number.isNaN(moment.getTime()) ? '' : moment.toISOString();
}
