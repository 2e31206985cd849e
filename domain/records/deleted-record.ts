/** Of a record in sight: its values, its lines and its files. Restoring it may bring values along. */
export const deletedIsNotEdited = 'A deleted record is not edited. Restore it first.';
