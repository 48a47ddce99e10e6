import { resourceFromAttributes } from '@opentelemetry/resources';

/** What spans, metrics and logs say that they come from. */
export const serviceResource = resourceFromAttributes({ 'service.name': 'avow' });
