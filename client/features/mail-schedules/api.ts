import type {
  CreateMailScheduleInput,
  FindMailScheduleReadersInput,
  UpdateMailScheduleInput,
} from '@rowhouse/domain/contract.generated.ts';
import { graphql } from '../../platform/graphql/documents.generated.ts';
import { request } from '../../platform/graphql/request.ts';
import { sendOnBadLine } from '../../platform/send-through-gaps.ts';

const scheduleParts = graphql(`
  fragment MailScheduleParts on MailSchedule {
    id
    name
    recordType {
      id
      name
    }
    gridPreferenceId
    dashboardId
    days
    time
    timeZone
    owner {
      id
      name
    }
    isOwn
    mayEnd
    version
    readers {
      user {
        id
        name
      }
      isViewer
      nextAt
      lastSentAt
      failedAt
      ended
    }
  }
`);

const ownDocument = graphql(
  `
    query MailSchedules {
      findMailSchedules {
        isSent
        schedules {
          ...MailScheduleParts
        }
      }
    }
  `,
  scheduleParts,
);

const companyDocument = graphql(
  `
    query CompanyMailSchedules {
      findCompanyMailSchedules {
        isSent
        schedules {
          ...MailScheduleParts
        }
      }
    }
  `,
  scheduleParts,
);

const readersDocument = graphql(`
  query MailScheduleReaders($data: FindMailScheduleReadersInput!) {
    findMailScheduleReaders(data: $data) {
      id
      name
    }
  }
`);

const createDocument = graphql(
  `
    mutation CreateMailSchedule($data: CreateMailScheduleInput!) {
      createMailSchedule(data: $data) {
        ...MailScheduleParts
      }
    }
  `,
  scheduleParts,
);

const updateDocument = graphql(
  `
    mutation UpdateMailSchedule($data: UpdateMailScheduleInput!) {
      updateMailSchedule(data: $data) {
        ...MailScheduleParts
      }
    }
  `,
  scheduleParts,
);

const endDocument = graphql(`
  mutation EndMailSchedule($data: EndMailScheduleInput!) {
    endMailSchedule(data: $data) {
      id
    }
  }
`);

const resumeDocument = graphql(`
  mutation ResumeMailSchedules {
    resumeMailSchedules {
      isSent
    }
  }
`);

const readingDocument = graphql(`
  mutation UpdateMailScheduleReading($data: UpdateMailScheduleReadingInput!) {
    updateMailScheduleReading(data: $data) {
      id
    }
  }
`);

export type MailSchedules = Awaited<ReturnType<typeof findSchedules>>;
export type MailSchedule = MailSchedules['schedules'][number];
export type MailScheduleReader = MailSchedule['readers'][number];

export async function findSchedules(whose: 'own' | 'company', signal?: AbortSignal) {
  return whose === 'own'
    ? (await request(ownDocument, {}, { signal })).findMailSchedules
    : (await request(companyDocument, {}, { signal })).findCompanyMailSchedules;
}

/** Who could open it themselves. */
export async function findReaders(data: FindMailScheduleReadersInput, signal?: AbortSignal) {
  return (await request(readersDocument, { data }, { signal })).findMailScheduleReaders;
}

export const createSchedule = async (data: CreateMailScheduleInput): Promise<MailSchedule> =>
  (await sendOnBadLine(() => request(createDocument, { data }))).createMailSchedule;

/** Refused as CONFLICT when it has been changed since that version, unless it is so already. */
export const updateSchedule = async (data: UpdateMailScheduleInput): Promise<MailSchedule> =>
  (await sendOnBadLine(() => request(updateDocument, { data }))).updateMailSchedule;

/** For all of its readers. */
export async function endSchedule(id: number): Promise<void> {
  await sendOnBadLine(() => request(endDocument, { data: { id } }));
}

/** Every one that is paused since the company was brought in from an archive. */
export async function resumeSchedules(): Promise<void> {
  await request(resumeDocument, {});
}

/** The viewer's own mail of it. */
export async function changeReading(id: number, isOn: boolean): Promise<void> {
  await request(readingDocument, { data: { id, isOn } });
}
