import { type EvalCase, type Message, message } from '../../core/index.ts'
import { mocksOf } from '../../targets/environment/declared-mocks.ts'
import type { ToolMock } from '../../targets/environment/tool-mock.ts'
import type { ToolSource } from '../../targets/environment/tool-source.ts'
import { compact } from '../../core/basics/compact.ts'

type Watched = {
  readonly mocks: readonly ToolMock[]
  /** Watches every case, and not only those that declare mocks. */
  readonly everyCase: boolean
  readonly recording: boolean
}

/** Calls of a tool: all, those to the real tool, and those whose result is known. */
type CallCounts = { all: number; real: number; told: number }

/** Tracks the sources that answer the agent's tools, to report mocks that have no effect. */
export function toolUsageTracker({ mocks, everyCase, recording }: Watched) {
  const calls = new Map<string, CallCounts>()
  const hits = new Set<string>()
  const uncalled = new Map<string, Set<string>>()
  let unreplayed = 0

  const callsOf = (tool: string) => {
    const counted = calls.get(tool) ?? { all: 0, real: 0, told: 0 }
    calls.set(tool, counted)
    return counted
  }
  const watches = (evalCase: EvalCase) => everyCase || mocksOf(evalCase).length > 0

  /** Placed before all other sources. */
  const front: ToolSource = {
    continues: true,
    open(evalCase) {
      if (!watches(evalCase)) return undefined
      const expected = new Set(mocksOf(evalCase).map((mock) => mock.tool_name))
      return {
        answer({ name }, next) {
          callsOf(name).all += 1
          expected.delete(name)
          return next()
        },
        async close() {
          for (const tool of expected) uncalled.set(tool, (uncalled.get(tool) ?? new Set()).add(evalCase.id))
        },
      }
    },
  }

  /** Placed after all other sources; its calls go to the real tool. */
  const back: ToolSource = {
    continues: true,
    open(evalCase) {
      if (!watches(evalCase)) return undefined
      return {
        async answer({ name }, next) {
          callsOf(name).real += 1
          try {
            return await next()
          } finally {
            // An agent outside this process may never report the result of its tool.
            callsOf(name).told += 1
          }
        },
      }
    },
  }

  return {
    front,
    back,
    onHit: (tool: string, position: number) => void hits.add(placeOf(tool, position)),
    onUnused: (count: number) => {
      unreplayed += count
    },
    notes: () => usageNotes({ mocks, everyCase, recording }, { calls, hits, uncalled, unreplayed }),
  }
}

export type ToolUsageTracker = ReturnType<typeof toolUsageTracker>

type ToolUsage = {
  readonly calls: ReadonlyMap<string, Readonly<CallCounts>>
  readonly hits: ReadonlySet<string>
  readonly uncalled: ReadonlyMap<string, ReadonlySet<string>>
  readonly unreplayed: number
}

function usageNotes({ mocks, everyCase, recording }: Watched, { calls, hits, uncalled, unreplayed }: ToolUsage) {
  if (everyCase && calls.size === 0) {
    return [
      message('the agent never asked for a tool, so nothing was answered, recorded or replayed (docs/environments.md)'),
    ]
  }
  const called = [...calls.keys()].slice(0, 5).join(', ')
  return compact([
    ...mocks.flatMap((mock) => notesOnMock(mock, { counted: calls.get(mock.tool_name), called, hits })),
    ...[...uncalled].map(([tool, cases]) => neverCalled(tool, [...cases])),
    unreplayed !== 0 && message('{count} recorded {count|call was|calls were} never made', { count: unreplayed }),
    ...(recording
      ? [...calls].flatMap(([tool, { real, told }]) => (real === told ? [] : [missing(tool, real - told)]))
      : []),
  ])
}

type ToolUsageTrackerSight = {
  readonly counted: { readonly all: number; readonly real: number } | undefined
  readonly called: string
  readonly hits: ReadonlySet<string>
}

function notesOnMock(
  { tool_name: tool, injection_configs }: ToolMock,
  { counted, called, hits }: ToolUsageTrackerSight,
): readonly Message[] {
  if (counted === undefined)
    return [message('{tool} is mocked and was never called; the agent called {called}', { tool, called })]
  const unused = injection_configs.flatMap((_injection, at) => (hits.has(placeOf(tool, at)) ? [] : [at + 1]))
  return compact([
    unused.length !== 0 && message('{tool}: injection {numbers} never hit', { tool, numbers: unused.join(', ') }),
    counted.real !== 0 &&
      message('{tool} is mocked, and {real} of {all} {all|call|calls} ran the real tool', {
        tool,
        real: counted.real,
        all: counted.all,
      }),
  ])
}

function neverCalled(tool: string, cases: readonly string[]): Message {
  return message('{count} {count|case declares|cases declare} a mock of {tool} and never called it: {cases}', {
    tool,
    count: cases.length,
    cases: cases.slice(0, 5).join(', '),
  })
}

function missing(tool: string, count: number): Message {
  return message('{tool}: what came of {count} {count|call|calls} was not told, and is missing in the recording', {
    tool,
    count,
  })
}

function placeOf(tool: string, position: number): string {
  return `${position} ${tool}`
}
