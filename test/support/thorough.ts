/** `npm run torture:steps`: every step and long properties, where the suite takes a few of them. */
export const isThorough = Boolean(process.env['VISIBILITY_TEST_ALL_STEPS']);
