import { family, get } from '../../operation.ts';

/** Document 3, "Account, team, billing": the shape is not shown. */
export const dashboard = family(
  'dashboard',
  'The start page of the application',
  { words: 'overview home summary' },
  () => ({
    get: get('/dashboard', { does: 'Show the overview of the start page', words: 'home summary figures' }),
  }),
);
