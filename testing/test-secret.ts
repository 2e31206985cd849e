/** Of every server that tests start in their own process. */
export const testSecret = 'the secret of the tests, long enough';
