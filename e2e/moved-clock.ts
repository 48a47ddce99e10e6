/** Preloaded into a process: its clock moves ahead by minutes at one SIGUSR2, and back at the next. */
const movesMs = 200_000;
const RealDate = Date;
let movedMs = 0;

class MovedDate extends RealDate {
  constructor(...given: readonly unknown[]) {
    super(...((given.length === 0 ? [MovedDate.now()] : given) as [number]));
  }

  static override now(): number {
    return RealDate.now() + movedMs;
  }
}

globalThis.Date = MovedDate as DateConstructor;
process.on('SIGUSR2', () => {
  movedMs = movedMs === 0 ? movesMs : 0;
});
