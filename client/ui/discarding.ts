/** The question before what was typed is thrown away (Specification 8). A body says what is not saved. */
export const discarding = {
  title: 'Are you sure you want to discard your changes?',
  confirmLabel: 'Discard',
  tone: 'danger',
} as const;
