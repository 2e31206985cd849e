/** The state of whoever came by the address of a menu item that is not theirs. */
export const notInMenu = { message: 'notInMenu' };
