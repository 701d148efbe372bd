import type { Call } from '../../engine/call.ts';
import type { Implementation } from '../../engine/implementation.ts';
import { kind, type Row } from '../../engine/kind.ts';
import { mustFail, type Plan } from '../../engine/plan.ts';
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
  with_search: Readonly<Record<string, unknown>>;
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

/** Document 2, "Reality check, prompt check, report". */
export const promptCheckFamily: Implementation = {
  family: 'prompt_check',
  operations: {
    list: (call) => {
      const { given } = call;
      const search = given.maybeText('search')?.toLowerCase() ?? '';
      const answers = ({ responses }: PromptCheck) =>
        given.flag('search_responses') ? responses.map(({ response }) => response) : [];
      const inAnswers = given.maybeText('search_responses')?.toLowerCase() ?? '';
      const [status, sentiment, platform] = [
        given.maybeText('status'),
        given.maybeText('sentiment'),
        given.maybeText('platform'),
      ];
      const found = listed(call).filter(
        ({ body }) =>
          (status === undefined || body.status === status) &&
          (sentiment === undefined || body.responses.some((one) => one.sentiment === sentiment)) &&
          (platform === undefined || body.platforms.includes(platform)) &&
          (inAnswers === '' || body.responses.some(({ response }) => response?.toLowerCase().includes(inAnswers))) &&
          [body.prompt, body.title, ...answers(body)].some((text) => text?.toLowerCase().includes(search)),
      );
      return slices(found, show);
    },
    start: (call) => {
      const { given } = call;
      const { id: parent } = call.own(trackingProjects, given.id('tracking_project_id'));
      const wished = given.value('with_search');
      const body: PromptCheck = {
        prompt: given.text('prompt'),
        title: given.maybeText('title') ?? null,
        status: 'pending',
        platforms: [...new Set(given.texts('platforms'))],
        with_search: typeof wished === 'object' && wished !== null ? { ...wished } : {},
        responses: [],
        completed_at: null,
      };
      const { id } = call.add(promptChecks, body, { parent });
      call.start('prompt_check.ask', id);
      return { id, tracking_project_id: parent, status: body.status };
    },
  },

  plans: { ask: asking() },
};

/** The team's; those of a shared project where it is asked for. */
function listed(call: Call): Row<PromptCheck>[] {
  if (!call.given.has('project_id')) return call.store.all(promptChecks, { team: call.caller.team });
  return call.store.all(promptChecks, { parent: call.own(trackingProjects, call.given.id('project_id')).id });
}

/** Platforms a check knows are those its list can be filtered by; any other fails, which makes the check partial. */
const unknown = 'google_ai_mode';

function asking(): Plan<PromptCheck> {
  return {
    of: promptChecks,
    steps: () => [
      { after: 3, run: ({ body }) => void (body.status = 'running') },
      {
        after: 25,
        run: ({ body }, { world, at }) => {
          const silent = mustFail(body.prompt, body.title);
          body.responses = body.platforms.map((platform) => {
            const made = world.invent('answer', platform, body.prompt);
            const failed = silent || platform === unknown;
            const with_search = body.with_search[platform] === true;
            if (failed) return { platform, with_search, status: 'failed', response: null, sentiment: null };
            const opening = made.pick(['It depends', 'In this made-up answer', 'Most people say']);
            const response = `${opening}: ${body.prompt.slice(0, 80)} has several good answers.`;
            const sentiment = made.pick(['positive', 'negative', 'neutral', 'not_mentioned']);
            return { platform, with_search, status: 'completed', response, sentiment };
          });
          const answered = body.responses.filter(({ status }) => status === 'completed').length;
          body.status = answered === 0 ? 'failed' : answered < body.responses.length ? 'partial' : 'completed';
          body.completed_at = iso(at);
          return answered === 0 ? 'failed' : undefined;
        },
      },
    ],
  };
}
