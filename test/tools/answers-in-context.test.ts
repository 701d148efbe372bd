import { describe, expect } from 'vitest';
import { it } from './workflows/support/staged-test.ts';

describe('the answer of an operation', () => {
  it('says what its scores mean', async ({ stage }) => {
    const audits = await stage.call('content_audits.list');
    expect(audits.scale).toMatch(/0 to 100, higher is better/);
    const detected = await stage.call('ai_scanner.detect', {
      scan_type: 'quick',
      text: 'Boxes keep the rain out of the tent and the bread dry.',
    });
    expect(detected.scale).toMatch(/neither scale nor direction/);
  });
});
