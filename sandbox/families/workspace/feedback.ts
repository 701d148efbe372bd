import { numbered } from '../../engine/documents.ts';
import { Buffer } from 'node:buffer';
import type { Call } from '../../engine/handler-call.ts';
import {
  feedbackAttachments,
  feedbackReports,
  showFeedback,
  type Attachment,
  type FeedbackReport,
} from './feedback-report.ts';
import { implement } from '../../engine/implement.ts';
import { pictureType, pixel } from '../../formats/picture.ts';
import { invalid } from '../../engine/http/refusal.ts';
import { Binary, slices } from '../../engine/http/reply.ts';

/** Bytes. */
const maxAttachmentBytes = 5 * 1024 * 1024;

/** Rules: docs/platform/workspace.md#feedback. */
export const feedbackFamily = implement('feedback', {
  operations: {
    list: (call) => {
      const own = call.store
        .all(feedbackReports, { team: call.caller.team })
        .filter(({ body }) => body.user === call.caller.user);
      return slices(own, (row) => showFeedback(call, row));
    },
    send: (call) => {
      const { input, caller } = call;
      const page_url = input.page_url ?? null;
      if (page_url !== null && !inApplication(call, page_url)) {
        throw invalid({ page_url: ['The page_url field must be an address of this application.'] });
      }
      const pictures = picturesIn(input.attachments);
      const report: FeedbackReport = {
        user: caller.user,
        message: input.message,
        category: input.category ?? null,
        page_url,
        agent: caller.agent,
        attachments: pictures.map(
          (picture) => call.add(feedbackAttachments, { ...picture, secret: secretOf(call) }).id,
        ),
        status: 'offen',
        confirmed: false,
      };
      return { ...showFeedback(call, call.add(feedbackReports, report)), confirmation_sent_to: caller.email };
    },
  },

  links: {
    '/feedback/attachment': ({ store }, secret) => {
      const row = store.all(feedbackAttachments).find(({ body }) => body.secret === secret);
      return row && new Binary(row.body.mime_type, row.body.original_name, Buffer.from(row.body.content, 'base64'));
    },
  },

  seed: ({ add, invent }) => {
    const picture: Attachment = {
      original_name: 'chart.png',
      mime_type: 'image/png',
      content: pixel.toString('base64'),
      size_bytes: pixel.length,
      secret: invent('feedback', 0).token(24),
    };
    const shot = add(feedbackAttachments, picture, { team: 1 });
    const plain = { page_url: null, agent: null, attachments: [], status: 'offen', confirmed: false } as const;
    const bug = {
      ...plain,
      user: numbered('user', 1),
      message: 'The chart shows last week twice.',
      category: 'bug',
      attachments: [shot.id],
    };
    const idea = {
      ...plain,
      user: numbered('user', 3),
      message: 'A darker theme, please.',
      category: 'idea',
      status: 'in_bearbeitung',
    } as const;
    add(feedbackReports, bug, { team: 1 });
    add(feedbackReports, idea, { team: 2 });
  },
});

/** Whole, or as a path. */
function inApplication({ address }: Call, url: string): boolean {
  const home = address('/');
  return (
    (URL.canParse(url) || url.startsWith('/')) &&
    URL.canParse(url, home) &&
    new URL(url, home).origin === new URL(home).origin
  );
}

/** All of them, or a refusal: one unusable file and nothing is stored (docs/platform/workspace.md#feedback). */
function picturesIn(attachments: unknown): Omit<Attachment, 'secret'>[] {
  const files = (Array.isArray(attachments) ? attachments : []) as {
    name?: string | undefined;
    content?: string | undefined;
    encoding?: BufferEncoding | undefined;
  }[];
  return files.map((file, n) => {
    const bytes = Buffer.from(file.content ?? '', file.encoding ?? 'utf8');
    const mime_type = pictureType(bytes);
    if (mime_type === undefined)
      throw invalid({ [`attachments.${n}`]: [`The file ${file.name ?? n + 1} is no picture.`] });
    if (bytes.length > maxAttachmentBytes)
      throw invalid({ [`attachments.${n}`]: [`The file ${file.name ?? n + 1} is larger than 5 MB.`] });
    return {
      original_name: file.name ?? `picture-${n + 1}`,
      mime_type,
      content: bytes.toString('base64'),
      size_bytes: bytes.length,
    };
  });
}

const secretOf = ({ invent, store }: Call): string => invent('feedback', store.next('feedback_secret')).token(24);
