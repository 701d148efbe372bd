import { endOf } from '../../programs/platform/call-result.ts';
import type { ProgramOrder, Runs } from '../../programs/index.ts';
import { exampleAnswer } from '../../catalog/schema/example.ts';
import type { ToolResult } from '../definition/tool.ts';
import { runResult } from './run-result.ts';

/** Runs a program with real reads. Its other calls are priced, and answered with values made from declarations. */
export async function dryRun(runs: Runs, order: ProgramOrder, label?: string): Promise<ToolResult> {
  const { view, planned } = await runs.dryRun(order, (operation) => exampleAnswer(endOf(operation).answer), label);
  const result = runResult(view);
  const credits = planned.reduce((sum, one) => sum + (one.credits ?? 0), 0);
  const withPlan = (structured: ToolResult['structured']): ToolResult['structured'] => {
    const { run_id: _, ...runFields } = structured['run'] as Record<string, unknown>;
    return {
      ...structured,
      run: { ...runFields, dry_run: true },
      planned,
      estimated: credits,
      fits: credits <= order.maxCredits,
    };
  };
  const structured = withPlan(result.structured);
  const plain = (): ToolResult['structured'] => withPlan(result.plain?.() ?? result.structured);
  return { ...result, text: JSON.stringify(structured), structured, plain, link: undefined };
}
