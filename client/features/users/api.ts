import { graphql } from '../../platform/graphql/documents.generated.ts';

export const getUsers = graphql(`
  query GetUsers {
    getSaasUsers {
      id
      email
      name
      firstName
      lastName
      enabled
    }
  }
`);
