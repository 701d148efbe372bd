import type { Stored } from '../../../engine/implement.ts';
import { kind } from '../../../engine/documents.ts';

/** The community belongs to no team (docs/platform/workspace.md#community): its rows have this number instead of a team's. */
export const communityTeam = 0;

export interface Member {
  name: string;
  pseudonym: string;
  email: string;
  membership_level: 'std' | 'pro';
  status: 'aktiv' | 'gesperrt' | 'unbestaetigt';
  plan_id: number | null;
  subscription_status: 'active' | 'trialing' | 'past_due' | 'canceled' | null;
  ends_at: string | null;
  subscription_id: string | null;
}

export type Plan = Stored<'community.get_plan', 'price_eur' | 'currency'>;

export interface Section {
  slug: string;
  label: string;
  is_active: boolean;
  /** Who may open topics: nobody if the section forbids writing. */
  can_write: boolean;
}

export interface Topic {
  section_id: number;
  member_id: number;
  title: string;
  body: string;
  state: 'open' | 'answered' | 'solved' | 'closed';
  hidden: boolean;
  last_activity_at: string;
}

export interface Post {
  member_id: number;
  body: string;
  hidden: boolean;
  is_solution: boolean;
}

export const members = kind<Member>('community_member');
export const plans = kind<Plan>('community_plan');
export const channels = kind<{
  name: string;
  is_open: boolean;
  can_read: string[];
  can_write: string[];
  sort_order: number;
}>('community_channel');
export const messages = kind<{ member_id: number; body: string; hidden: boolean }>('community_message');
export const conversations = kind<{ members: number[]; messages_count: number; last_message_at: string }>(
  'community_conversation',
);
export const sections = kind<Section>('forum_section');
export const topics = kind<Topic>('forum_topic');
export const posts = kind<Post>('forum_post');
export const reports = kind<{
  reason: string;
  status: 'open' | 'decided';
  decision: string | null;
  reasoning: string | null;
  objections: string[];
  reporter_email: string | null;
}>('forum_report');
export const adminLog = kind<{ user: number; action: string; topic_id: number }>('community_admin_log');
