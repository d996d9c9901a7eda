import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type EvalCase, type Session, EvalError, message } from '../../core/index.ts'
import { addToEvalSet, createEvalSet, evalSetPlace } from '../../workspace/datasets/eval-set-file.ts'
import { casesToAdd } from '../../workspace/datasets/cases-to-add.ts'
import { openGeneration } from '../../workspace/datasets/generation.ts'
import { confirmCalls } from '../confirm-cost.ts'
import { defineCommand, wholeNumberFrom, type Terminal } from '../command.ts'
import { dependenciesOf } from '../dependencies.ts'
import { printMessage } from '../print-message.ts'

const operands = 'FILE | AGENT_DIR SET_ID'
const placeDetail = message(
  'FILE is an eval set, such as evals/weather.evalset.json; AGENT_DIR SET_ID is AGENT_DIR/SET_ID.evalset.json, as `adk eval_set` has it.',
)

export const evalsetCreate = defineCommand({
  name: 'evalset create',
  summary: message('make an empty eval set'),
  operands,
  details: [placeDetail],
  examples: ['shinsa evalset create evals/weather.evalset.json', 'shinsa evalset create agents/weather smoke'],
  options: {},
  async run(named, _flags, terminal) {
    const { cwd } = terminal
    const { file } = evalSetPlace(named, cwd)
    await createEvalSet(file, { cwd, at: dependenciesOf(terminal).now() })
    printMessage(message('created:'), message('{file}', { file }), terminal)
    return 0
  },
})

const sessionOptions = {
  'session-input': {
    value: 'FILE',
    summary: message('app_name, user_id and state with which their conversations begin, as JSON'),
  },
  session_input_file: { value: 'FILE', summary: message('the same, in the words of `adk eval_set`') },
} as const

export const evalsetAddCase = defineCommand({
  name: 'evalset add-case',
  summary: message('add cases to an eval set: scenarios, a session, what agents once did'),
  operands: `${operands} [OPTIONS]`,
  details: [
    placeDetail,
    message(
      'The id of a scenario’s case follows from what it says, so that adding it twice is noticed. What is there already stays as it is.',
    ),
  ],
  examples: [
    'shinsa evalset add-case evals/weather.evalset.json --scenarios scenarios.json --session-input session.json',
    'shinsa evalset add-case agents/weather smoke --scenarios_file scenarios.json --session_input_file session.json',
    'shinsa evalset add-case evals/weather.evalset.json --session session.json --case hot_day',
  ],
  options: {
    scenarios: { value: 'FILE', summary: message('{"scenarios": […]}: a case for each of them') },
    scenarios_file: { value: 'FILE', summary: message('the same, in the words of `adk eval_set`') },
    ...sessionOptions,
    session: { value: 'FILE', summary: message('a session that ADK saved: what was said and done becomes a case') },
    case: { value: 'ID', summary: message('with --session: the id of its case (that of the session)') },
    transcripts: {
      value: 'FILE',
      summary: message('recorded transcripts or results: each conversation becomes a case'),
    },
  },
  async run(named, flags, terminal) {
    const { cwd } = terminal
    const { file } = evalSetPlace(named, cwd)
    const cases = await casesToAdd(
      {
        scenarios: oneOfTwo(flags, 'scenarios', 'scenarios_file'),
        sessionInput: oneOfTwo(flags, 'session-input', 'session_input_file'),
        session: flags.session,
        caseId: flags.case,
        transcripts: flags.transcripts,
      },
      { cwd, at: dependenciesOf(terminal).now() },
    )
    await add(file, cases, terminal)
    return 0
  },
})

export const evalsetGenerate = defineCommand({
  name: 'evalset generate',
  summary: message('have a model write scenarios, and add them to an eval set'),
  operands: `${operands} --model MODEL --count N [OPTIONS]`,
  details: [
    placeDetail,
    message('A set that is not there yet is made. What the calls may cost is said, and asked for, before the first.'),
  ],
  examples: [
    'shinsa evalset generate evals/weather.evalset.json --model gemini-2.5-flash --count 5 --about agent.ts',
    'shinsa evalset generate agents/weather smoke --user_simulation_config_file generation.json --yes',
  ],
  options: {
    model: { value: 'MODEL', short: 'm', summary: message('the language model that writes them') },
    count: { value: 'N', short: 'n', summary: message('how many') },
    instruction: { value: 'TEXT', summary: message('what they are to be about') },
    context: { value: 'TEXT', summary: message('the data behind the agent’s tools, so that nothing is made up') },
    about: {
      value: 'FILE',
      multiple: true,
      summary: message('a text that says what the agent is, such as its source; may be given several times'),
    },
    config: {
      value: 'FILE',
      short: 'c',
      summary: message('count, generation_instruction, environment_context and model_name as JSON; flags win over it'),
    },
    user_simulation_config_file: { value: 'FILE', summary: message('the same, in the words of `adk eval_set`') },
    ...sessionOptions,
    yes: { short: 'y', summary: message('do not ask before it costs money') },
  },
  async run(named, flags, terminal) {
    const { cwd, signal } = terminal
    const dependencies = dependenciesOf(terminal)
    const { file, appName } = evalSetPlace(named, cwd)
    const sessionInput = oneOfTwo(flags, 'session-input', 'session_input_file')
    const generation = await openGeneration(
      {
        file,
        config: oneOfTwo(flags, 'config', 'user_simulation_config_file'),
        count: wholeNumberFrom('count', flags.count, { min: 1, max: 1000 }),
        model: flags.model,
        instruction: flags.instruction,
        context: flags.context,
        about: await Promise.all((flags.about ?? []).map((path) => aboutIn(path, cwd))),
        session: sessionInput === undefined ? sessionOf(appName) : sessionInput,
      },
      { ...dependencies, cwd },
    )
    await confirmCalls(generation.estimate, { yes: flags.yes === true }, terminal)
    if (generation.isNew) await createEvalSet(file, { cwd, at: dependencies.now() })
    let made = 0
    // Each case is saved at once, since it was paid for and the next question may fail.
    for await (const cases of generation.cases(signal)) made += await add(file, cases, terminal)
    const { count } = generation
    if (made < count) {
      printMessage(message('warning:'), message('{made} of {count} were made', { made, count }), terminal)
    }
    return made === 0 ? 3 : 0
  },
})

/** The session that ADK's generated cases begin with. */
function sessionOf(appName: string | undefined): Session | undefined {
  return appName === undefined ? undefined : { appName, userId: 'test_user_id' }
}

async function aboutIn(path: string, cwd: string) {
  const text = await readFile(resolve(cwd, path), 'utf8').catch((cause: unknown) => {
    throw new EvalError('usage', message('{file} cannot be read', { file: path }), { cause })
  })
  return { label: basename(path), text }
}

async function add(file: string, cases: readonly EvalCase[], terminal: Terminal): Promise<number> {
  const { added, present } = await addToEvalSet(file, cases, terminal)
  for (const id of added) printMessage(message('added:'), message('{id}', { id }), terminal)
  for (const id of present) {
    printMessage(message('note:'), message('{id} is in {file} already and stays as it is', { id, file }), terminal)
  }
  return added.length
}

function oneOfTwo<Name extends string>(flags: { readonly [name in Name]?: string }, first: Name, second: Name) {
  if (flags[first] === undefined || flags[second] === undefined) return flags[first] ?? flags[second]
  throw new EvalError(
    'usage',
    message('--{first} and --{second} say the same: leave out one of the two', { first, second }),
  )
}
