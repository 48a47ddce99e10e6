/** The path under which the service is reached, such as `/avow`; empty if it has none. The service writes it into the page. */
export const basePath: string =
  typeof document === 'undefined'
    ? ''
    : (document.querySelector('meta[name="avow-base"]')?.getAttribute('content') ?? '');

/** The address of the service, for examples that people copy. */
export const ownServiceUrl = (): string => `${window.location.origin}${basePath}`;
