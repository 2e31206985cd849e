/**
 * Raised when release-notes.ts says something new: whoever has read an older edition sees a mark. It stands apart, because the
 * words come only when they are asked for.
 */
export const notesEdition = 3;
