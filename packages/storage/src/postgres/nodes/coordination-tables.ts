import { assumptionCode } from '../connection/postgres-faults.ts';
import { installationRole, tenantRole } from '../schema/roles.ts';
import { withTypes } from '../schema/with-types.ts';

/**
 * What processes that share a database agree by. Fingerprints of the keys of the installation: a node that has others must not
 * serve. A lease is what one process at a time may do; its fence grows whenever another takes it, and times are those of the
 * server's clock. The epoch is unlogged, so that it is empty after a crash of the server: who finds another name in it, or
 * none, knows that there was one. It is read before a transaction has its role.
 */
export const coordinationTables = withTypes(`
-- Numbers of secrets, contents and texts: a connection draws a thousand at a time.
CREATE SEQUENCE row_numbers INCREMENT BY 1000;
GRANT USAGE ON SEQUENCE row_numbers TO ${tenantRole};

CREATE TABLE installation_keys (
  name TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON installation_keys TO ${installationRole};

CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  fence INTEGER NOT NULL,
  until_ms INTEGER NOT NULL
);
GRANT SELECT, INSERT, UPDATE, DELETE ON leases TO ${installationRole};

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
