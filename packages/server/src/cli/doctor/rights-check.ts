import { archiveLocation } from '../../features/log/compose/open-verification.ts';
import { openArchive } from '../../features/records/store/archive/open-archive.ts';
import { findMasterKey } from '../../secrets/master-key.ts';
import { type Check, fault, ok, warning } from './finding.ts';
import { withRecords } from './with-records.ts';

/** Keys, people, sessions and policies that somebody wrote who has only the database. */
export const rightsCheck: Check = {
  check: 'rights',
  look: (config) =>
    withRecords(config, async () => {
      const masterKey = await findMasterKey(config);
      if (masterKey === null) return warning('cannot be checked without the master key');
      const archive = await openArchive(archiveLocation(config, masterKey));
      try {
        let checked = 0;
        for (const tenantId of archive.listRightsTenants()) {
          for (const { kind, id, isGenuine } of archive.listRights(tenantId)) {
            checked += 1;
            if (isGenuine === false)
              return fault(
                `the ${kind} ${id} of the tenant ${tenantId} is not as the service wrote it, and is not used: somebody can write to the database, or rows of an earlier release were not sealed ("avow upgrade --help"). "avow audit verify" compares all of them with the log, and "avow audit discard" removes such a row.`,
              );
          }
        }
        return ok(`${checked} rows carry the seal of the service`);
      } finally {
        archive.close();
      }
    }),
};
