import { graphql } from '../../platform/graphql/documents.generated.ts';

export const getTargetTenants = graphql(`
  query GetTargetTenants($data: TargetTenantsInput!) {
    getTargetTenantsByRecordType(data: $data) {
      targetTenantToTransmit {
        id
        name
        enabled
      }
    }
  }
`);
