import type {
  AuthorisedField,
  AuthorisedRecordType,
} from '@rowhouse/domain/access/authorised-record-type.ts';
import { namesOf, sourcesOfNames } from '@rowhouse/domain/records/names-of.ts';
import type { Named } from '@rowhouse/domain/records/names-of.ts';
import type { TenantConfig } from '@rowhouse/domain/tenants/tenant-config.ts';

/** What is made of the names of a field's values, once for as long as these stay what they are. */
export function rememberNames<Made>(make: (names: readonly Named[]) => Made) {
  const remembered = new WeakMap<object, WeakMap<object, Map<string, Made>>>();
  return (field: AuthorisedField, recordType: AuthorisedRecordType, config: TenantConfig): Made => {
    const [source, people] = sourcesOfNames(field, config);
    const ofSource = remembered.get(source) ?? new WeakMap<object, Map<string, Made>>();
    remembered.set(source, ofSource);
    const known = ofSource.get(people) ?? new Map<string, Made>();
    ofSource.set(people, known);
    const key = `${recordType.type.id}:${field.key}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(namesOf(field, recordType, config));
    known.set(key, made);
    return made;
  };
}
