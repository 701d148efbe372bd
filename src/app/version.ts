import manifest from '../../package.json' with { type: 'json' };

/** This program's version, as its package states it. */
export const version: string = manifest.version;
