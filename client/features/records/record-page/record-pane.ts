import type { ReactNode } from 'react';

type DocumentPart = { readonly page: number; readonly onPage: (page: number) => void };
type AttachmentsPart = {
  readonly mayEdit: boolean;
  /** Shows the record's document. */
  readonly onDocument: () => void;
};

/** What stands beside the fields of a record; the page brings it. What a record does not have is absent. */
export type RecordPane = {
  readonly document?: (part: DocumentPart) => ReactNode;
  /** What people say about the record; `unread` of `total` are new to the person. */
  readonly comments?: { readonly total: number; readonly unread: number; readonly render: () => ReactNode };
  /** What other companies and this one say about it; `waits` lines of it wait for an answer. */
  readonly conversation?: { readonly waits: number; readonly render: () => ReactNode };
  readonly attachments?: { readonly count: number; readonly render: (part: AttachmentsPart) => ReactNode };
  readonly history?: () => ReactNode;
};
