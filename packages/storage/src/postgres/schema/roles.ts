/** Sees and changes the rows of the tenant that its transaction names, and no others. */
export const tenantRole = 'avow_tenant';

/** Does what concerns all tenants: finds a key's tenant, resumes what a node left behind, removes what has expired. */
export const installationRole = 'avow_installation';

/**
 * Roles belong to the server and not to one database: another database may create them at the same time. Neither can log in,
 * owns a table or bypasses row-level security; who migrates becomes a member of both.
 */
export const rolesSql = `DO $$
DECLARE wanted text;
BEGIN
  FOREACH wanted IN ARRAY ARRAY['${tenantRole}', '${installationRole}'] LOOP
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = wanted) THEN
      BEGIN
        EXECUTE format('CREATE ROLE %I NOLOGIN NOSUPERUSER NOBYPASSRLS', wanted);
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
      END;
    END IF;
    -- Since PostgreSQL 16 a membership may lack the right to take the role.
    IF NOT EXISTS (
      SELECT 1 FROM pg_auth_members AS given
      WHERE roleid = wanted::regrole AND member = current_user::regrole
        AND coalesce((to_jsonb(given) ->> 'set_option')::boolean, true)
    ) AND NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
      EXECUTE format('GRANT %I TO %I', wanted, current_user);
    END IF;
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), wanted);
  END LOOP;
END $$;`;
