export const mostCarriedFields = 100;
/** Names of choices that an offer tells; of a longer list the target learns each name with the first record that has it. */
export const mostOfferedChoices = 500;
export const mostTranslations = 2000;
export const longestUrl = 100;
