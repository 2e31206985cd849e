export const longestObjectName = 100;
export const longestPropertyName = 100;
export const mostProperties = 50;
