export const largestUsersPage = 3000;
