/** A public link as stored; images and files share its rules (docs/platform/library.md#trash-and-shares). */
export interface Share {
  token: string;
  /** ISO 8601, or null for never. */
  expires_at: string | null;
  view_count: number;
  revoked: boolean;
}

export const isActiveShare = ({ revoked, expires_at }: Share, now: number): boolean =>
  !revoked && (expires_at === null || Date.parse(expires_at) >= now);

/** Sharing again keeps an active link; a revoked or expired one gets a new token and keeps its views. */
export const openShare = (share: Share | null, token: string, now: number): Share =>
  share && isActiveShare(share, now)
    ? share
    : { token, expires_at: null, view_count: share?.view_count ?? 0, revoked: false };

export const showShare = (share: Share, public_url: string, now: number) => ({
  token: share.token,
  public_url,
  expires_at: share.expires_at,
  view_count: share.view_count,
  is_active: isActiveShare(share, now),
});
