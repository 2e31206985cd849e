/** For so many days what was deleted can be taken back: companies and record types alike. */
export const deletionGraceDays = 30;
