import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';

const exportDocument = graphql(`
  query ExportConfiguration {
    exportConfiguration {
      fileName
      text
      parts {
        part
        count
      }
      leftOut
    }
  }
`);

/** What is set up now, as a file. Refused for who does not administer the company. */
export async function exportConfiguration(signal?: AbortSignal) {
  return (await request(exportDocument, {}, { signal })).exportConfiguration;
}

const compareDocument = graphql(`
  query CompareConfiguration($data: CompareConfigurationInput!) {
    compareConfiguration(data: $data) {
      seal
      sameCount
      left {
        part
        title
        about
        key
        touches {
          kind
          id
          fieldKey
        }
      }
      differences {
        key
        part
        state
        title
        about
        changes {
          what
          before
          after
        }
        stays
        needs
        candidates {
          name
          about
        }
      }
    }
  }
`);

const applyDocument = graphql(`
  mutation ApplyConfiguration($data: ApplyConfigurationInput!) {
    applyConfiguration(data: $data) {
      applied
      undo {
        text
        seal
        keys
        answers {
          key
          name
        }
      }
    }
  }
`);

export type Comparison = Awaited<ReturnType<typeof compareConfiguration>>;
export type Difference = Comparison['differences'][number];
export type LeftThing = Comparison['left'][number];
export type Undo = Awaited<ReturnType<typeof applyConfiguration>>['undo'];
/** Which thing here the one of the file is; null: a new one. */
export type Answer = { key: string; name: string | null };

/** Refused with the place where the file cannot be read. Changes nothing. */
export async function compareConfiguration(text: string, answers: readonly Answer[]) {
  return (await request(compareDocument, { data: { text, answers: [...answers] } })).compareConfiguration;
}

/** Refused as CONFLICT where anything was set up otherwise since the comparison. */
export async function applyConfiguration(data: {
  text: string;
  fileName: string;
  seal: string;
  answers: Answer[];
  chosen: string[];
  takenAway: string[];
}) {
  return (await request(applyDocument, { data })).applyConfiguration;
}
