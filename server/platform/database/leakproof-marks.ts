/** What a superuser runs once in a database whose owner is none (docs/decisions/003); the first migration does it for one who is. */
export const leakproofMarks = [
  'alter function texticlike(text, text) leakproof',
  'alter function textlike(text, text) leakproof',
  'alter function arraycontains(anyarray, anyarray) leakproof',
  'alter function arrayoverlap(anyarray, anyarray) leakproof',
  'alter function lower(text) leakproof',
] as const;
