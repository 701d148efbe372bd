import * as z from 'zod';
import { count, exportStatus, flag, ids, shareAnswer, text, timestamp } from '../../vocabulary/fields.ts';
import { answer, assumed, del, get, id, key, maybe, paged, patch, post, type Shape } from '../../vocabulary/index.ts';

/** Parameters of the rows that images and files share. */
export interface Asset<F extends string, S extends Shape> {
  readonly family: F;
  /** With its article, as in "Delete an image". */
  readonly one: string;
  readonly many: string;
  /** Another word for one of them, without article; its plural has an s. */
  readonly other: string;
  readonly shape: S;
  /** One that the embedded platform has, for examples. */
  readonly sample: number;
  /** Largest page, where the contract states one. */
  readonly maxPerPage?: number | undefined;
}

/** Which ones went to the trash or came back. */
const moved = assumed({ ids: z.array(id), count });

/** Rules of both: docs/platform/library.md#trash-and-shares. */
export const assetRows = <const F extends 'images' | 'files', const S extends Shape>({
  family,
  one,
  many,
  other,
  shape,
  sample,
  maxPerPage: perPageLimit,
}: Asset<F, S>) => ({
  trash: get(`/${family}/trash`, {
    does: `List ${many} in the trash`,
    asked: `which ${other}s are in the bin, deleted ${many}, recently removed ${many}, deleted ${other}s bin`,
    output: paged({ ...shape, ...maybe({ deleted_at: timestamp }) }, 25, perPageLimit),
  }),
  favorite: post(`/${family}/{id}/favorite`, {
    does: `Mark ${one} as favorite, or unmark it`,
    twice: 'a second call undoes it',
    changes: 'The answer shows is_favorite.',
    asked: `star toggle, star like this ${other}, mark as favourite, bookmark ${other}, heart, unfavourite`,
    output: assumed(shape),
    example: { id: sample },
  }),
  update: patch(`/${family}/{id}`, {
    does: `Change the title or tags of ${one}`,
    changes: 'Only the fields given change. Embedded platform: tags replaces all tags.',
    asked: `rename label edit, give the ${other} another title, tag a ${other}, rename, label a ${other}, edit title tags metadata of ${one}`,
    output: assumed(shape),
    example: { id: sample },
    input: { title: text.optional(), tags: z.array(text).optional() },
  }),
  delete: del(`/${family}/{id}`, {
    does: `Move ${one} to the trash`,
    changes: `Kept in the trash; ${family}.restore brings it back, ${family}.delete_forever does not.`,
    asked: `remove, throw a ${other} away, put ${other} in the bin, chuck ${other}, move ${other} to trash`,
    output: moved,
    example: { id: sample },
  }),
  restore: post(`/${family}/{id}/restore`, {
    does: `Take ${one} out of the trash`,
    asked: `undelete recover, get a deleted ${other} back out of the bin, undo ${other} deletion, by mistake accident, undo deleting ${one}, recover ${other}`,
    output: moved,
    example: { id: sample },
  }),
  delete_forever: del(`/${family}/{id}/forever`, {
    does: `Delete ${one} in the trash for good`,
    changes: 'Irreversible. Refused with 409 unless it is in the trash.',
    asked: `purge permanently, erase wipe a ${other} for good for ever, cannot be undone, purge ${other} permanently, irrevocably remove ${one}, empty one ${other} from the trash`,
    example: { id: sample },
    refuses: { 409: 'unless it is in the trash' },
    remedies: { 409: `${family}.delete` },
  }),
  bulk_delete: post(`/${family}/bulk/delete`, {
    does: `Move up to 200 ${many} to the trash`,
    changes: `Kept in the trash; ${family}.bulk_restore brings them back.`,
    asked: `throw away several many selected ${other}s at once, remove a batch of ${many}, clear out ${other}s`,
    output: moved,
    example: { ids: [sample] },
    input: { ids: ids(200) },
    effect: 'delete',
  }),
  bulk_restore: post(`/${family}/bulk/restore`, {
    does: `Take up to 200 ${many} out of the trash`,
    asked: `undelete many, get several many ${other}s back from the bin at once, recover multiple ${other}s`,
    output: moved,
    example: { ids: [sample] },
    input: { ids: ids(200) },
  }),
  bulk_export: post(`/${family}/bulk/export`, {
    does: `Pack up to 500 ${many} into a ZIP`,
    asked: `download archive many, download several many ${other}s together, zip up ${many}, package ${many} for download, archive of ${other}s, all in one download`,
    example: { ids: [sample] },
    input: { ids: ids(500) },
    output: { job_id: key },
    job: {
      doing: `Packing the ${many}`,
      watch: `${family}.export_status`,
      with: { job_id: answer('job_id') },
      done: ['ready'],
      usually: 15,
    },
  }),
  export_status: get(`/${family}/exports/{job_id}`, {
    does: `Show how a ZIP export of ${many} stands and where to download it`,
    asked: `archive progress, is the ${other} archive zip ready to download, poll zip job, download url of archive`,
    input: { job_id: key },
    output: exportStatus,
  }),
  update_share: patch(`/${family}/{id}/share`, {
    does: `Change when the public link to ${one} expires`,
    changes: 'null: the link never expires. Works on an active link only.',
    asked: `change how long the ${other} link works, extend prolong shorten expiry date, prolong ${other} link validity, link expiry, keep download link working until`,
    example: { id: sample },
    input: { expires_at: timestamp.nullable().describe('null: never') },
    output: shareAnswer,
    refuses: { 404: 'without an active share' },
    remedies: { 404: `${family}.share` },
  }),
  unshare: del(`/${family}/{id}/share`, {
    does: `Revoke the public link to ${one}`,
    changes: `The link stops working at once; the view count is kept. ${family}.share makes a link again.`,
    asked: `stop sharing unpublish, nobody should see the ${other} any more, take the public ${other} link down, make private, disable link, unpublish ${other}, revoke access to ${one}`,
    output: assumed({ is_active: flag }),
    example: { id: sample },
  }),
});
