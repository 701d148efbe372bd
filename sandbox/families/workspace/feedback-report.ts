import { deviceOf } from './device-of.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { iso } from '../../engine/platform-time.ts';
import type { World } from '../../engine/world.ts';

/** Rules: docs/platform/workspace.md#feedback. */
export interface FeedbackReport {
  user: number;
  message: string;
  category: string | null;
  page_url: string | null;
  /** What the sender's program calls itself. */
  agent: string | null;
  attachments: readonly number[];
  status: 'offen' | 'in_bearbeitung' | 'erledigt';
  confirmed: boolean;
}

export interface Attachment {
  original_name: string;
  mime_type: string;
  /** Base64. */
  content: string;
  size_bytes: number;
  secret: string;
}

export const feedbackReports = kind<FeedbackReport>('feedback_report');
export const feedbackAttachments = kind<Attachment>('feedback_attachment');

export function showFeedback({ store, address }: World, { id, createdAt, body }: Row<FeedbackReport>) {
  const attachments = body.attachments.flatMap((one) => {
    const row = store.get(feedbackAttachments, one);
    if (!row) return [];
    const { original_name, mime_type, size_bytes, secret } = row.body;
    return [{ id: one, url: address(`/feedback/attachment/${secret}`), mime_type, size_bytes, original_name }];
  });
  const { message, category, page_url } = body;
  return { id, message, category, attachments, page_url, device: deviceOf(body.agent), created_at: iso(createdAt) };
}
