export const mostTransitions = 500;
export const mostPathConditions = 10;
