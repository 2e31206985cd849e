/**
 * The buttons of a record's page stand at the bottom of the screen: on a phone, and on one that lies on its side, where
 * the head of the page goes up with the rest.
 */
export const phonePage = '(width < 600px), (width < 900px) and (height < 480px)';
