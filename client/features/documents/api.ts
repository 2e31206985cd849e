import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import type { TakenPlace } from './taking.ts';

const findRecordEvidence = graphql(`
  query FindRecordEvidence($data: FindRecordEvidenceInput!) {
    findRecordEvidence(data: $data) {
      fieldKey
      value
      fileId
      page
      box
    }
  }
`);

const keepRecordEvidence = graphql(`
  mutation KeepRecordEvidence($data: KeepRecordEvidenceInput!) {
    keepRecordEvidence(data: $data) {
      fieldKey
    }
  }
`);

type OfRecord = { readonly recordId: number; readonly recordTypeId: number };

/** Where the values of a record were taken from, as far as the viewer may know it. */
export async function fetchPlaces(record: OfRecord): Promise<readonly TakenPlace[]> {
  const { findRecordEvidence: places } = await request(findRecordEvidence, { data: record });
  return places.map((place) => {
    const [left = 0, bottom = 0, right = 0, top = 0] = place.box;
    return { ...place, box: [left, bottom, right, top] };
  });
}

export async function keepPlaces(record: OfRecord, places: readonly TakenPlace[]): Promise<void> {
  await request(keepRecordEvidence, {
    data: { ...record, places: places.map((place) => ({ ...place, box: [...place.box] })) },
  });
}
