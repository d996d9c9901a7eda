import { z } from 'zod'
import { InvalidParams } from './json-rpc.ts'
import type { BackgroundCommand, CommandStarter } from './background-commands.ts'

export type ToolContext = {
  readonly start: CommandStarter
  /** Milliseconds until a tool answers; a run that takes longer continues, and run_status reports on it. */
  readonly waitMs: number
  readonly running: Map<string, BackgroundCommand>
  readonly progress?: (message: string) => void
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal
  readonly page: (name: string) => Promise<string | undefined>
}

type McpTool = {
  readonly description: string
  readonly input: z.ZodObject
  call(given: Readonly<Record<string, unknown>>, context: ToolContext): Promise<string>
}

/** The longest answer, since a model reads all of it. */
const mostBytes = 3800

const text = z.string().min(1).max(2000)
const run = text.default('latest').describe('id of a run, its beginning, its name, or latest')

function tool<Input extends z.ZodObject>(
  description: string,
  input: Input,
  call: (given: z.output<Input>, context: ToolContext) => Promise<string>,
): McpTool {
  return {
    description,
    input,
    async call(given, context) {
      const read = input.safeParse(given)
      if (!read.success) throw new InvalidParams(z.prettifyError(read.error))
      return call(read.data, context)
    },
  }
}

/** The tools for a coding agent: commands of the command line, each answer with a sensible next step. */
export const mcpTools: Readonly<Record<string, McpTool>> = {
  project_overview: tool('Which config, store, keys and agents the project has', z.object({}), async (_, context) =>
    printed(['doctor'], context, 'list_runs, or start_run with a dataset'),
  ),
  init_project: tool('Write a sample: an agent, two cases, a script', z.object({}), async (_, context) =>
    printed(['init'], context, 'start_run without a dataset'),
  ),
  list_datasets: tool('The datasets of the project and where they are', z.object({}), async (_, context) =>
    printed(['list', '--datasets'], context, 'start_run with one of them'),
  ),
  list_runs: tool('The runs there are, newest first', z.object({}), async (_, context) =>
    printed(['list'], context, 'run_failures of one of them'),
  ),
  start_run: tool(
    'Ask the agent every case of a dataset and score what it did. A run that costs money needs max_cost, which the user has to give.',
    z.strictObject({
      dataset: text.optional().describe('file, folder or glob; that of the config where it is left out'),
      target: text.optional().describe('./agent.ts, http://…, command:…, recorded:FILE'),
      cases: z.array(text).optional().describe('only these ids'),
      name: text.optional(),
      max_cost: z.number().positive().optional().describe('US dollars; never raise it by yourself'),
    }),
    async ({ dataset, target, cases, name, max_cost: limit }, context) => {
      const args = [
        'run',
        ...(target === undefined ? [] : [`--target=${target}`]),
        ...(cases ?? []).map((id) => `--filter=${id}`),
        ...(name === undefined ? [] : [`--name=${name}`]),
        ...(limit === undefined ? [] : [`--max-cost=${limit}`]),
        ...(dataset === undefined ? [] : ['--', dataset]),
      ]
      return begun(started(args, context), context)
    },
  ),
  run_status: tool('How far a run is that goes on', z.strictObject({ job: text }), async ({ job }, context) => {
    const command = context.running.get(job)
    if (command === undefined) throw new InvalidParams(`there is no job ${job}; list_runs shows what has ended`)
    return begun(command, context)
  }),
  run_failures: tool(
    'What did not pass, each with its reason and evidence',
    z.strictObject({ run }),
    async (given, context) =>
      printed(['show', '--', given.run], context, 'show_case of one of these; change the agent, not the case'),
  ),
  show_case: tool(
    'Everything about one case: turns, calls beside the expected ones, scores; or which step broke it',
    z.strictObject({
      run,
      case: text,
      blame: z.boolean().default(false).describe('the step that broke it, and how often such a guess is right'),
    }),
    async (given, context) =>
      printed(
        [given.blame ? 'blame' : 'show', '--', given.run, given.case],
        context,
        given.blame
          ? 'look at that step with show_case before you mend anything'
          : 'mend the cause in the agent, then start_run and compare_runs',
      ),
  ),
  label_result: tool(
    'Hand on what a person says of a result. It is shown as handed on by you, and corrects no rate; a verdict of your own is none.',
    z.strictObject({
      run,
      case: text,
      verdict: z
        .union([z.enum(['pass', 'fail', 'note']), z.number().min(0).max(100)])
        .describe('a note needs a comment'),
      by: text.describe('the person'),
      metric: text.optional().describe('of which the person speaks; the whole result where it is left out'),
      comment: text.optional(),
    }),
    async ({ run: id, case: caseId, verdict, by, metric, comment }, context) =>
      printed(
        [
          'labels',
          'add',
          `--by=${by}`,
          '--through=MCP',
          ...(comment === undefined ? [] : [`--comment=${comment}`]),
          '--',
          id,
          caseId,
          ...(metric === undefined ? [] : [metric]),
          String(verdict),
        ],
        context,
        'tell the user that it corrects a rate only when they give it themselves, on the page of `shinsa view`',
      ),
  ),
  compare_runs: tool(
    'Whether the second run is better than the first, with intervals',
    z.strictObject({ before: text, after: text.default('latest') }),
    async ({ before, after }, context) =>
      printed(['compare', '--', before, after], context, 'trust the verdict, not the two pass rates'),
  ),
  mutation_score: tool(
    'Which planted faults the eval set would not notice; asks nobody',
    z.strictObject({ run }),
    async (given, context) =>
      printed(
        ['mutate', '--', given.run],
        context,
        'propose to the user a case or a criterion for what is not noticed',
      ),
  ),
  register_change: tool(
    'Write down a change of the agent before it is judged. A user begins the goal with `shinsa improve init`.',
    z.strictObject({ what: text, why: text, expect: z.number().min(0).max(1).optional().describe('such as 0.08') }),
    async ({ what, why, expect }, context) =>
      printed(
        [
          'improve',
          'register',
          `--what=${what}`,
          `--why=${why}`,
          ...(expect === undefined ? [] : [`--expect=${expect}`]),
        ],
        context,
        'try_change',
      ),
  ),
  try_change: tool('Play the open cases with the registered change; proves nothing', z.object({}), async (_, context) =>
    printed(['improve', 'try'], context, 'confirm_change, or change the agent and register_change again'),
  ),
  confirm_change: tool(
    'Judge the registered change by sealed cases: better (exit 0), not better or not comparable (1), cannot tell yet (2)',
    z.object({}),
    async (_, context) =>
      printed(['improve', 'confirm'], context, 'tell the user what it says, in its words', [0, 1, 2]),
  ),
  read_docs: tool(
    'A page of the documentation',
    z.strictObject({
      page: z
        .string()
        .regex(/^[a-z-]{1,60}(?:\/[a-z-]{1,60})?$/)
        .default('index')
        .describe('index lists them; such as gate or cookbook/compare-two-prompts'),
      from: z.number().int().min(0).default(0),
    }),
    async ({ page, from }, context) => {
      const whole = await context.page(page)
      if (whole === undefined) throw new InvalidParams(`there is no page ${page}; index lists them`)
      const rest = whole.slice(from)
      const shown = firstBytesOf(rest, mostBytes - 100)
      if (rest === '') throw new InvalidParams(`${page} ends before ${from}`)
      return shown === rest ? rest : `${shown}\n… next: read_docs ${page} from ${from + shown.length}`
    },
  ),
}

async function printed(
  args: readonly string[],
  context: ToolContext,
  next: string,
  answers: readonly number[] = [0, 1],
): Promise<string> {
  return begun(started(args, context), context, { next, answers })
}

/** A call that is cancelled ends the command that it started, which may cost money. */
function started(args: readonly string[], { start, signal }: ToolContext): BackgroundCommand {
  const command = start(args)
  signal.addEventListener('abort', command.stop, { once: true })
  return command
}

async function begun(
  command: BackgroundCommand,
  { running, waitMs, progress }: ToolContext,
  after?: { readonly next: string; readonly answers: readonly number[] },
): Promise<string> {
  running.set(command.id, command)
  const telling = progress && setInterval(() => progress(command.progress()), 1000)
  await command.ended(waitMs).finally(() => clearInterval(telling))
  const exitCode = command.exitCode()
  if (exitCode === undefined)
    return bounded(command.progress(), `still running; next: run_status with job ${command.id}`)
  running.delete(command.id)
  const next = !(after?.answers ?? [0, 1]).includes(exitCode)
    ? 'mend what the error says'
    : (after?.next ?? (exitCode === 0 ? 'compare_runs, or mutation_score' : 'run_failures'))
  return bounded(command.output(), `exit code ${exitCode}; next: ${next}`)
}

/** Cuts long output in the middle and appends the next step. */
function bounded(output: string, next: string): string {
  const room = mostBytes - Buffer.byteLength(next) - 20
  const whole = output.trim()
  if (Buffer.byteLength(whole) <= room) return `${whole}\n\n${next}`
  const end = Buffer.from(whole)
    .subarray(-700)
    .toString('utf8')
    .replace(/^\uFFFD+/, '')
  return `${firstBytesOf(whole, room - 800)}\n…\n${end}\n\n${next}`
}

/** Returns the beginning of a text that fits into so many bytes. */
export function firstBytesOf(whole: string, bytes = mostBytes): string {
  const beginning = Buffer.from(whole).subarray(0, bytes)
  // With `stream`, the decoder drops a character that was cut at the end.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(beginning, { stream: true })
}
