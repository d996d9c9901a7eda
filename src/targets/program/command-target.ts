import { basename } from 'node:path'
import type { EvalCase } from '../../core/index.ts'
import type { ConversationTraces, TraceReceiver } from '../../traces/receiver/trace-receiver.ts'
import { agentConversation, tracedConversation, type AgentRequest } from '../agent-conversation.ts'
import { declaredMocks } from '../environment/declared-mocks.ts'
import { canContinue, modelsOf } from '../environment/environment.ts'
import type { ServableTarget } from '../environment/servable-target.ts'
import { servedTools } from '../environment/served-tools.ts'
import type { ToolSource } from '../environment/tool-source.ts'
import { startOneTurnProgram } from './one-turn-program.ts'
import { startProgram, type Program, type ProgramOptions } from './program.ts'

export type CommandTargetOptions = ProgramOptions & {
  readonly name?: string
  /** Keeps the input open in cases of one turn too, for programs that stop at its end. */
  readonly keepInputOpen?: boolean
  /** True when a new process can continue from `history` and `session.state` alone. */
  readonly continues?: boolean
  /** Returns the time at which an exchange begins; defaults to the system's clock. */
  readonly clock?: () => Date
  /** Sources that answer calls posted to `tools`, in this order; defaults to the case's mocks. */
  readonly environment?: readonly ToolSource[]
}

/**
 * Runs an agent that is a program in any language. Each message is a line of JSON on its standard input,
 * `{"type":"message","conversation","case","message","content","session","history","tools"}`; its answer is a line of
 * JSON on its standard output, a text or a reply. Each case has its own process, whose input is closed at the end
 * (after the message in a case of one turn). A `shared` process repeats the `conversation` in its answers and receives
 * `{"type":"close","conversation"}`. Without `env` the program inherits the environment; otherwise it gets only `env`
 * and the address for its spans.
 *
 * @example commandTarget({ command: ['python', 'agent.py'], shared: true })
 */
export function commandTarget(options: CommandTargetOptions, receiver?: TraceReceiver): ServableTarget {
  const { environment = [declaredMocks()], clock = () => new Date() } = options
  const tools = servedTools(environment)
  const programs = startedPrograms(options, receiver)

  return {
    name: options.name ?? nameOf(options.command),
    continues: options.continues === true && canContinue(environment),
    environmentModels: modelsOf(environment),
    receivesSpans: receiver !== undefined,
    environment: options.environment,
    within: (sources) => commandTarget({ ...options, environment: sources }, receiver),
    async open(evalCase, openOptions) {
      openOptions.signal.throwIfAborted()
      const traced = await tracedConversation(evalCase, receiver, { isOwnProgram: options.shared !== true })
      const served = tools.open(evalCase, openOptions)
      const own = await programs.open(evalCase, served.serves, traced.traces).catch(async (error: unknown) => {
        await served.close()
        throw error
      })
      return agentConversation(evalCase, openOptions, {
        ...traced,
        clock,
        async ask(request, signal, answered) {
          const program = await own.next(request)
          return served.exchange(request, signal, (asked) => program.ask(asked, signal, answered))
        },
        async close(conversation) {
          await own.close(conversation).finally(() => served.close())
        },
      })
    },
    async close() {
      await programs.close()
      await tools.close()
      await receiver?.close()
    },
  }
}

function startedPrograms(options: CommandTargetOptions, receiver: TraceReceiver | undefined) {
  const programs = new Set<Promise<Program>>()
  let shared: Promise<Program> | undefined

  function start(launch: () => Promise<Program>): Promise<Program> {
    const starting = launch()
    programs.add(starting)
    starting.catch(() => programs.delete(starting))
    return starting
  }

  async function sharedProgram(): Promise<Program> {
    const running = shared
    const program = await running?.catch(() => undefined)
    if (program !== undefined && !program.failed()) return program
    // Another conversation may have replaced the dead one in the meantime.
    if (shared === running || shared === undefined) {
      shared = start(async () => startProgram({ ...options, env: await sharedEnvironment() }))
    }
    return shared
  }

  async function sharedEnvironment(): Promise<CommandTargetOptions['env']> {
    const { env } = options
    return env === undefined || receiver === undefined ? env : receiver.sharedEnvironment(env)
  }

  async function stop(starting: readonly Promise<Program>[]): Promise<void> {
    const stopped = starting.map(async (program) => (await program.catch(() => undefined))?.stop())
    await Promise.allSettled(stopped)
    for (const program of starting) programs.delete(program)
    await Promise.all(stopped)
  }

  return {
    async open(evalCase: EvalCase, servesTools: boolean, traces: ConversationTraces | undefined) {
      if (options.shared === true) {
        const program = await sharedProgram()
        return {
          next: async () => program,
          close: async (conversation: string) => program.endConversation(conversation),
        }
      }
      const isOneTurn = options.keepInputOpen !== true && !servesTools && evalCase.conversation?.length === 1
      const launch = (traceparent?: string) => () => {
        const env = options.env && traces?.environment(options.env, { isOneExchange: isOneTurn, traceparent })
        const own = { ...options, env: env ?? options.env }
        return isOneTurn ? startOneTurnProgram({ ...own, isReview: evalCase.review !== undefined }) : startProgram(own)
      }
      const started = [start(launch())]
      let next = started[0]
      await next
      return {
        async next({ traceparent }: AgentRequest): Promise<Program> {
          const program = next ?? start(launch(traceparent))
          if (next === undefined) started.push(program)
          // Its input ends after the message, so a retry needs another process.
          next = isOneTurn ? undefined : program
          return program
        },
        close: async () => stop(started),
      }
    },
    close: async () => stop([...programs]),
  }
}

// Arguments may contain keys, so the name shows only `python agent.py`.
function nameOf([program, script]: CommandTargetOptions['command']): string {
  const shown = script === undefined || script.startsWith('-') ? [program] : [program, script]
  return shown.map((path) => basename(path)).join(' ')
}
