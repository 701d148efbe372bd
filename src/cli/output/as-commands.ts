/** Replaces the tool calls in a sentence by the commands that a person types: `job_list {}` becomes `visibility-mcp jobs`. */
export const asCommands = (text: string): string =>
  text.replaceAll(
    /\b([a-z]+_[a-z_]+) (\{[^{}]*\})/g,
    (_, tool: string, input: string) =>
      ownCommand(tool, input) ?? `visibility-mcp call ${tool}${input === '{}' ? '' : ` ${asArgument(input)}`}`,
  );

/** A text as one argument of a command in a POSIX shell. */
export const asArgument = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** The command for tools that have their own command. */
function ownCommand(tool: string, input: string): string | undefined {
  const [, name, id] = /^\{"(\w+)": ?"((?:run|job)_\w+)"\}$/.exec(input) ?? [];
  if (tool === 'run_code' && (name === 'resume' || name === 'cancel')) return `visibility-mcp run --${name} ${id}`;
  if (tool === 'job_wait' && name === 'job_id') return `visibility-mcp jobs wait ${id}`;
  return tool === 'job_list' && input === '{}' ? 'visibility-mcp jobs' : undefined;
}
