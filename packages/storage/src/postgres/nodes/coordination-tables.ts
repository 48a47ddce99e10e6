import { integer, text } from '../../sql/column-types.ts';
import { defineTable } from '../../sql/define-table.ts';
import { assumptionCode } from '../connection/postgres-faults.ts';
import { installationRole, tenantRole } from '../schema/roles.ts';
import { createSecured } from '../schema/row-security.ts';
import { withTypes } from '../schema/with-types.ts';

/** Fingerprints of the keys of the installation: a node that has others must not serve. */
const installationKeys = defineTable(
  'installation_keys',
  { name: text(), fingerprint: text() },
  { key: ['name'], installation: 'SELECT, INSERT, UPDATE' },
);

/** What one process at a time may do. The fence grows whenever another takes it, and times are those of the server's clock. */
const leases = defineTable(
  'leases',
  { name: text(), holder: text(), fence: integer(), until_ms: integer() },
  { key: ['name'], installation: 'SELECT, INSERT, UPDATE, DELETE' },
);

/**
 * What processes that share a database agree by. The epoch is unlogged, so that it is empty after a crash of the server: who finds another name in it, or
 * none, knows that there was one. It is read before a transaction has its role.
 */
export const coordinationTables = withTypes(`
-- Numbers of secrets, contents and texts: a connection draws a thousand at a time.
CREATE SEQUENCE row_numbers INCREMENT BY 1000;
GRANT USAGE ON SEQUENCE row_numbers TO ${tenantRole};

${[installationKeys, leases].map(createSecured).join('\n')}

CREATE UNLOGGED TABLE crash_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch TEXT NOT NULL DEFAULT gen_random_uuid()::text
);
INSERT INTO crash_epoch DEFAULT VALUES;
GRANT SELECT, INSERT ON crash_epoch TO ${installationRole};
GRANT SELECT ON crash_epoch TO PUBLIC;
GRANT SELECT ON schema_versions TO ${installationRole};

-- What a statement takes for granted: if it does not hold, the transaction ends.
CREATE FUNCTION assume(holds boolean) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF holds IS NOT TRUE THEN
    RAISE SQLSTATE '${assumptionCode}' USING MESSAGE = 'something was taken for granted that is not so';
  END IF;
END $$;
`);
