import { allOperations, findOperation } from './index.ts';
import type { OperationName } from './operation-types.ts';
import type { Operation, ProjectKind } from './vocabulary/index.ts';
import { projectArguments } from './project-arguments.ts';

/**
 * The operation whose answer has the values of an argument: the declared one, the list that follows from the address or the
 * name, or the operation that starts the job. Undefined if no operation has them, or if the argument is not an id.
 */
export function idSourceOf(operation: Operation, argument: string): Operation | undefined {
  const declared = operation.idFrom[argument];
  if (declared !== undefined) return findOperation(declared);
  const kind = projectArguments(operation).get(argument);
  const source = kind
    ? projectLists[kind]
    : operation.params.includes(argument)
      ? (listAbove(operation, argument) ?? starterOf(operation, argument))
      : (listsByArgument[argument.replace(/_ids$/, '_id')] ??
        (argument === 'ids' ? `${operation.family}.list` : undefined));
  return source === undefined || source === operation.name ? undefined : findOperation(source);
}

const projectLists = {
  project: 'projects.list',
  'tracking project': 'tracking.list',
} as const satisfies Readonly<Record<ProjectKind, OperationName>>;

/** Lists by the names that fields of queries and bodies have everywhere. Fields with several ids have names such as `article_ids`. */
const listsByArgument: Readonly<Record<string, OperationName>> = {
  article_id: 'articles.list',
  storyline_id: 'storylines.list',
  style_profile_id: 'style_profiles.list',
  knowledge_document_id: 'knowledge_base.list',
  goal_id: 'projects.list_goals',
  prompt_id: 'prompts.list',
  tag_id: 'prompt_tags.list',
  dimension_id: 'prompt_tags.list_dimensions',
  category_id: 'blog.list_categories',
  folder_id: 'os.list_folders',
  session_id: 'agentic_chat.chat',
  message_id: 'agentic_chat.chat',
  member_id: 'community.list_members',
  audit_id: 'grounding.audits',
};

type Lister = Pick<Operation, 'name' | 'family' | 'path'>;

let lists: readonly Lister[] | undefined;

/** The list for the part before a path parameter: `/projects/{project}/articles` for `/articles/{id}`. */
function listAbove({ path, family }: Operation, parameter: string): string | undefined {
  lists ??= allOperations().filter((one) => one.aliasOf === undefined && isList(one));
  const above = path.slice(0, path.indexOf(`{${parameter}}`)).replace(/\/$/, '');
  const collection = above.slice(above.lastIndexOf('/'));
  if (collection === '/ai-visibility') return projectLists['tracking project'];
  const isOfSuch = (one: Lister): boolean =>
    one.path.endsWith(collection) && (above === collection || one.family === family);
  return (lists.find((one) => one.path === above) ?? lists.find(isOfSuch))?.name;
}

/** Whether its answer is a list of records. */
export const isList = ({ method, answer }: Operation): boolean =>
  method === 'GET' && (answer.kind === 'list' || answer.kind === 'rows');

/** The operation that starts the job that this one reads, if the answer to the start has that argument. */
const starterOf = ({ name }: Operation, parameter: string): string | undefined =>
  allOperations().find(({ job }) => job?.watch === name && 'answer' in (job.with[parameter] ?? {}))?.name;
