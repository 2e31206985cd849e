import type { OperationTable } from '../../graphql/operation.ts';
import { readMappings, selectMappings } from './sql.ts';

export const transmissionsOperations: Pick<OperationTable, 'getTargetTenantsByRecordType'> = {
  async getTargetTenantsByRecordType({ data }, { authorise, readTogether }) {
    const { type, sources, fields } = authorise(data.recordTypeId);
    // Where the field is hidden, so are the tenants that it could name.
    if (!fields.has('targetTransmissionTenant')) return [];
    const { answers } = await readTogether([
      selectMappings([type.id, ...sources.map((source) => source.type.id)]),
    ]);
    return readMappings(answers[0]);
  },
};
