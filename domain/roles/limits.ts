export const longestRoleName = 80;
export const longestRoleDescription = 400;
/** Cells of the access matrix that one save changes. */
export const mostAccessChanges = 5000;
