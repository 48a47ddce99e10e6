import { AppError } from '@avow/foundation';

export interface FailingStore<Store> {
  readonly store: Store;
  /** Calls made so far, the failed one among them: run once with a large `failAt` to find out how many there are. */
  callCount(): number;
}

/**
 * A store, or several in one object, whose n-th call rejects and is not made; the first is number 1.
 * Calls are counted across all of its parts. `close` never fails, so that a test can always end.
 */
export function failAtCall<Store extends object>(inner: Store, failAt: number): FailingStore<Store> {
  let calls = 0;

  function wrapMethod(owner: object, method: (...parameters: unknown[]) => unknown) {
    return (...parameters: unknown[]): unknown => {
      calls++;
      if (calls !== failAt) return Reflect.apply(method, owner, parameters);
      const cause = new Error(`call ${failAt} fails, as the test asked`);
      return Promise.reject(new AppError('audit_unavailable', { cause }));
    };
  }

  function wrap<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name === 'close') return typeof value === 'function' ? value.bind(target) : value;
        if (typeof value === 'function') return wrapMethod(target, value as () => unknown);
        return typeof value === 'object' && value !== null ? wrap(value) : value;
      },
    });
  }

  return { store: wrap(inner), callCount: () => calls };
}
