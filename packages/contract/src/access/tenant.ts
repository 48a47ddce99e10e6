import { z } from 'zod';
import { idSchema } from '../fields/ids.ts';
import { openEnum } from '../fields/open-enum.ts';
import { pageSchema } from '../fields/page.ts';
import { timeSchema } from '../fields/time.ts';
import { tenantStatuses } from './roles.ts';
import { emailSchema, personNameSchema, userWithLinkSchema } from './user.ts';

export const tenantParamsSchema = z.strictObject({
  tenant_id: z.string().min(1).meta({ description: 'The id of the tenant.' }),
});

export const tenantNamePattern = /^[a-z0-9][a-z0-9_-]{0,62}$/;
export const tenantNameRule =
  '1 to 63 lower-case letters, digits, "-" and "_", beginning with a letter or a digit';

export const tenantCreateRequestSchema = z
  .strictObject({
    name: z.string().regex(tenantNamePattern, { error: `Must have ${tenantNameRule}` }),
    owner: z
      .strictObject({ email: emailSchema, name: personNameSchema })
      .meta({ description: 'The first person of the tenant, who gets a one-time link.' })
      .exactOptional(),
  })
  .meta({ id: 'TenantCreateRequest' });

export const tenantUpdateRequestSchema = z
  .strictObject({
    status: z.enum(tenantStatuses).meta({ description: 'All requests of a suspended tenant are refused.' }),
  })
  .meta({ id: 'TenantUpdateRequest' });

const tenantShape = {
  tenant_id: idSchema('ten'),
  name: z.string().min(1),
  status: openEnum(tenantStatuses, 'Whether requests of the tenant are accepted.'),
  created_at: timeSchema,
};

export const tenantSchema = z.strictObject(tenantShape).meta({ id: 'Tenant' });

export const createdTenantSchema = z
  .strictObject({
    ...tenantShape,
    owner: userWithLinkSchema.nullable().meta({ description: 'Null if the request named none.' }),
  })
  .meta({ id: 'CreatedTenant' });

/** Newest first. */
export const tenantPageSchema = pageSchema(tenantSchema, 'TenantPage');

export type TenantEntry = z.output<typeof tenantSchema>;
