import type { AttachedFile } from '@rowhouse/domain/attachments/attached-file.ts';

/** A field of the record type, as the role sees it; those that hold no files are passed over. */
export type FileField = {
  readonly key: string;
  readonly name: string;
  readonly dataType: string;
  readonly access: string;
};

export type ListedFile = AttachedFile & {
  readonly description: string | null;
  readonly fileSize: number;
  readonly createdAt: string;
  readonly createdByName: string | null;
};
