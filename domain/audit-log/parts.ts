/** What of a history can be asked for beside single fields, which are named by their keys. */
export const auditParts = {
  record: 'record',
  lines: 'lines',
  files: 'files',
  comments: 'comments',
  conversations: 'conversations',
} as const;
