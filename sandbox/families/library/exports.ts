import { exportKind, recordExport } from '../shared/exported.ts';
import { implement } from '../../engine/implement.ts';
import { iso } from '../../engine/platform-time.ts';
import { slices } from '../../engine/http/reply.ts';

/** Rules: docs/platform/library.md#exports. */
export const exportFamily = implement('exports', {
  operations: {
    list: ({ store, caller, address }) =>
      slices(store.all(exportKind, { team: caller.team }), ({ id, createdAt, body: { path, ...fields } }) => ({
        ...fields,
        download_url: path ? address(path) : null,
        id,
        created_at: iso(createdAt),
      })),
  },
  seed: (world) => {
    recordExport(world, { team: 1, at: world.now(), name: 'keywords-autumn.csv', type: 'keywords', path: null });
    recordExport(world, { team: 2, at: world.now(), name: 'menu-terms.csv', type: 'keywords', path: null });
  },
});
