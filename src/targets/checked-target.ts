import { EvalError, Invocation, message, nearest, stringifyJson } from '../core/index.ts'
import type { ServableTarget } from './environment/servable-target.ts'
import { excerpt } from './excerpt.ts'
import { reopenedTarget } from './reopened-target.ts'

export function checkedTarget(target: ServableTarget): ServableTarget {
  return reopenedTarget(target, {
    seesCase: true,
    async open(own, evalCase, options) {
      const conversation = await own.open(evalCase, options)
      return {
        async say(userContent, signal) {
          const said = await conversation.say(userContent, signal)
          return said === undefined ? undefined : exchangeIn(said)
        },
        close: () => conversation.close(),
        async unfinished() {
          const seen = await conversation.unfinished?.()
          return seen === undefined ? undefined : exchangeIn(seen)
        },
        completion: conversation.completion,
      }
    },
  })
}

function exchangeIn(said: unknown): Invocation {
  const parsed = Invocation.safeParse(said)
  const [issue] = parsed.error?.issues ?? []
  const unknown = Object.keys(said ?? {}).find((name) => !(name in Invocation.shape))
  if (parsed.success && unknown === undefined) return parsed.data
  const meant = unknown === undefined ? undefined : nearest(unknown, Object.keys(Invocation.shape))
  const problem = unknown === undefined ? `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}` : unknown
  throw new EvalError(
    'agent',
    message('What the target’s conversation says is no exchange: {problem}. It begins with {beginning}', {
      problem: excerpt(problem, 200),
      beginning: excerpt(stringifyJson(said) ?? 'nothing', 200),
    }),
    {
      hint:
        meant === undefined
          ? message('Make it with toInvocation(userContent, answer, timing) of shinsa/targets')
          : message('Did you mean "{name}"?', { name: meant }),
    },
  )
}
