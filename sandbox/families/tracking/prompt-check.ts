import { matches } from '../shared/matches.ts';
import { implement, type CallOf } from '../../engine/implement.ts';
import { kind, type Row } from '../../engine/documents.ts';
import { after, plan, shouldFail, type Running } from '../../engine/plan.ts';
import { iso } from '../../engine/platform-time.ts';
import { slices } from '../../engine/http/reply.ts';
import { trackingProjects } from './brand/kinds.ts';

interface Answer {
  platform: string;
  with_search: boolean;
  status: 'completed' | 'failed';
  response: string | null;
  sentiment: string | null;
}

interface PromptCheck {
  prompt: string;
  title: string | null;
  status: 'pending' | 'running' | 'completed' | 'partial' | 'failed';
  platforms: readonly string[];
  with_search: Readonly<Record<string, boolean>>;
  responses: Answer[];
  completed_at: string | null;
}

const promptChecks = kind<PromptCheck>('prompt_check');

const show = ({ id, parent, createdAt, body }: Row<PromptCheck>) => ({
  id,
  tracking_project_id: parent,
  ...body,
  created_at: iso(createdAt),
});

const askPlan = plan('prompt_check.ask', promptChecks, after(3, 'running'), after(25, ask));

/** Rules: docs/platform/insights.md#prompt-check. */
export const promptCheckFamily = implement('prompt_check', {
  operations: {
    list: (call) => {
      const { input } = call;
      const search = input.search?.toLowerCase() ?? '';
      const answers = ({ responses }: PromptCheck) =>
        input.search_responses === true ? responses.map(({ response }) => response) : [];
      const inAnswers = typeof input.search_responses === 'string' ? input.search_responses.toLowerCase() : '';
      const { sentiment, platform } = input;
      const matching = checksOf(call).filter(
        ({ body }) =>
          matches(input, body, 'status') &&
          (sentiment === undefined || body.responses.some((one) => one.sentiment === sentiment)) &&
          (platform === undefined || body.platforms.includes(platform)) &&
          (inAnswers === '' || body.responses.some(({ response }) => response?.toLowerCase().includes(inAnswers))) &&
          [body.prompt, body.title, ...answers(body)].some((text) => text?.toLowerCase().includes(search)),
      );
      return slices(matching, show);
    },
    start: (call) => {
      const { input } = call;
      const { id: parent } = call.own(trackingProjects, input.tracking_project_id);
      const body: PromptCheck = {
        prompt: input.prompt,
        title: input.title ?? null,
        status: 'pending',
        platforms: [...new Set(input.platforms)],
        with_search: { ...input.with_search },
        responses: [],
        completed_at: null,
      };
      const { id } = call.add(promptChecks, body, { parent });
      call.start(askPlan, id);
      return { id, tracking_project_id: parent, status: body.status };
    },
  },
});

/** The team's; those of a shared project where it is asked for. */
function checksOf(call: CallOf<'prompt_check.list'>): Row<PromptCheck>[] {
  if (call.input.project_id === undefined) return call.store.all(promptChecks, { team: call.caller.team });
  return call.store.all(promptChecks, { parent: call.own(trackingProjects, call.input.project_id).id });
}

/** Platforms a check knows are those its list can be filtered by; any other fails, which makes the check partial. */
const unknown = 'google_ai_mode';

function ask({ body }: Row<PromptCheck>, { world, at }: Running): 'failed' | void {
  const silent = shouldFail(body.prompt, body.title);
  body.responses = body.platforms.map((platform) => {
    const random = world.invent('answer', platform, body.prompt);
    const with_search = body.with_search[platform] === true;
    if (silent || platform === unknown)
      return { platform, with_search, status: 'failed', response: null, sentiment: null };
    const opening = random.pick(['It depends', 'In this made-up answer', 'Most people say']);
    const response = `${opening}: ${body.prompt.slice(0, 80)} has several good answers.`;
    const sentiment = random.pick(['positive', 'negative', 'neutral', 'not_mentioned']);
    return { platform, with_search, status: 'completed', response, sentiment };
  });
  const answered = body.responses.filter(({ status }) => status === 'completed').length;
  body.status = answered === 0 ? 'failed' : answered < body.responses.length ? 'partial' : 'completed';
  body.completed_at = iso(at);
  if (answered === 0) return 'failed';
}
