/** The id of Purchase orders in a fresh demo: types are counted in the order in which the seed makes them. */
export const demoOrdersType = 3;
