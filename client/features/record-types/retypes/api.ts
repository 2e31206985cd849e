import type {
  FindPropertyRetypeReportInput,
  FindRetypeReportInput,
  PropertyRetypeInput,
  RetypeInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../../platform/graphql/documents.generated.ts';
import { request } from '../../../platform/graphql/request.ts';

const retypeReportDocument = graphql(`
  query RetypeReport($data: FindRetypeReportInput!) {
    findRetypeReport(data: $data) {
      total
      done
      kept
      changed
      lost
      empty
      deleted
      next
      inTheWay
      samples {
        outcome
        recordId
        recordNumber
        lineId
        before
        after
      }
      numbers {
        kept
        changed
        lost
      }
    }
  }
`);

/** Of so many records as are looked at in a moment; `next` says from where to ask on. */
export const findRetypeReport = async (data: FindRetypeReportInput, signal: AbortSignal) =>
  (await request(retypeReportDocument, { data }, { signal })).findRetypeReport;

const startRetypeDocument = graphql(`
  mutation StartRetype($data: RetypeInput!) {
    startRetype(data: $data) {
      id
    }
  }
`);

export const startRetype = async (data: RetypeInput): Promise<void> => {
  await request(startRetypeDocument, { data });
};

const stopRetypeDocument = graphql(`
  mutation StopRetype($data: RetypeIdInput!) {
    stopRetype(data: $data) {
      id
    }
  }
`);

export const stopRetype = async (id: number): Promise<void> => {
  await request(stopRetypeDocument, { data: { id } });
};

const writtenSinceDocument = graphql(`
  query WrittenSinceRetype($data: RetypeIdInput!) {
    findWrittenSinceRetype(data: $data) {
      id
      recordNumber
      at
      by
    }
  }
`);

/** The last 100 records whose value was written since the type was changed. */
export const findWrittenSince = async (id: number, signal: AbortSignal) =>
  (await request(writtenSinceDocument, { data: { id } }, { signal })).findWrittenSinceRetype;

const undoRetypeDocument = graphql(`
  mutation UndoRetype($data: RetypeIdInput!) {
    undoRetype(data: $data) {
      id
    }
  }
`);

export const undoRetype = async (id: number): Promise<void> => {
  await request(undoRetypeDocument, { data: { id } });
};

const propertyRetypesDocument = graphql(`
  query PropertyRetypes {
    getPropertyRetypes {
      id
      propertyId
      objectDefinitionId
      phase
      state
      fromType
      toType
      total
      done
      kept
      changed
      lost
      keepUntil
      whyNot
    }
  }
`);

/** Of all objects of the company. */
export const getPropertyRetypes = async (signal: AbortSignal) =>
  (await request(propertyRetypesDocument, {}, { signal })).getPropertyRetypes;

const propertyReportDocument = graphql(`
  query PropertyRetypeReport($data: FindPropertyRetypeReportInput!) {
    findPropertyRetypeReport(data: $data) {
      total
      done
      kept
      changed
      lost
      empty
      deleted
      next
      nextType
      inTheWay
      samples {
        outcome
        holder
        before
        after
      }
      records {
        recordTypeId
        typeName
        kept
        changed
        lost
      }
    }
  }
`);

/** Of so many objects as are looked at in a moment; `nextType` and `next` say from where to ask on. */
export const findPropertyRetypeReport = async (data: FindPropertyRetypeReportInput, signal: AbortSignal) =>
  (await request(propertyReportDocument, { data }, { signal })).findPropertyRetypeReport;

const startPropertyRetypeDocument = graphql(`
  mutation StartPropertyRetype($data: PropertyRetypeInput!) {
    startPropertyRetype(data: $data) {
      id
    }
  }
`);

export const startPropertyRetype = async (data: PropertyRetypeInput): Promise<void> => {
  await request(startPropertyRetypeDocument, { data });
};

const stopPropertyRetypeDocument = graphql(`
  mutation StopPropertyRetype($data: PropertyRetypeIdInput!) {
    stopPropertyRetype(data: $data) {
      id
    }
  }
`);

export const stopPropertyRetype = async (id: number): Promise<void> => {
  await request(stopPropertyRetypeDocument, { data: { id } });
};

const writtenSincePropertyDocument = graphql(`
  query WrittenSincePropertyRetype($data: PropertyRetypeIdInput!) {
    findWrittenSincePropertyRetype(data: $data) {
      holder
      at
      by
    }
  }
`);

/** The last 100 objects whose value was written since the type was changed. */
export const findWrittenSinceProperty = async (id: number, signal: AbortSignal) =>
  (await request(writtenSincePropertyDocument, { data: { id } }, { signal })).findWrittenSincePropertyRetype;

const undoPropertyRetypeDocument = graphql(`
  mutation UndoPropertyRetype($data: PropertyRetypeIdInput!) {
    undoPropertyRetype(data: $data) {
      id
    }
  }
`);

export const undoPropertyRetype = async (id: number): Promise<void> => {
  await request(undoPropertyRetypeDocument, { data: { id } });
};
